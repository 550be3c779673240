// Runs the script of a page with as much of a browser as it needs, and prints what is seen after each key.
import fs from "fs";

const page = fs.readFileSync(process.argv[2], "utf8");
const elements = {};

class Element {
  constructor(id, dataset) {
    this.id = id;
    this.dataset = dataset;
    this.style = {};
    this.innerHTML = "";
    const classes = new Set();
    this.classList = { add: (name) => classes.add(name), remove: (name) => classes.delete(name), has: (name) => classes.has(name) };
  }
  scrollIntoView() {}
}

for (const id of ["data", "pieces", "up", "down", "first", "back", "next", "last", "turn"]) elements[id] = new Element(id, {});
elements.data.textContent = page.match(/id="data">(.*?)<\/script>/s)[1];
const moves = [...page.matchAll(/id="(m\d+_\d+)" data-after="(\w+)" data-move="(\w{4})"/g)].map(
  ([, id, after, move]) => new Element(id, { after, move }),
);
const figures = (kind, ...names) => [...page.matchAll(new RegExp(`class="${kind}" (data-[^>]*)>`, "g"))].map(([, data]) => {
  const figure = new Element("", Object.fromEntries(names.map((name) => [name, data.match(`data-${name}="([^"]*)"`)[1]])));
  const curve = new Element("", {});
  curve.getBoundingClientRect = () => ({ left: 50, width: 100 });
  figure.querySelector = () => curve;
  return figure;
});
const found = { ".move": moves, ".diagram": figures("diagram", "show"), ".graph": figures("graph", "root", "plies") };
let press;
globalThis.document = {
  getElementById: (id) => elements[id],
  querySelectorAll: (query) => found[query] ?? [],
  querySelector: () => moves.find((move) => move.classList.has("now")),
};
globalThis.addEventListener = (_name, listener) => { press = listener; };
(0, eval)(page.match(/<script>(.*?)<\/script>/s)[1]);

const tell = () => {
  const pieces = (elements.pieces.innerHTML.match(/<use/g) ?? []).length;
  console.log(pieces, document.querySelector()?.id ?? "start", elements.up.style.display || "shown");
};
tell();
for (const key of ["ArrowRight", "End", "ArrowLeft", "Home"]) {
  press({ key, preventDefault() {} });
  tell();
}
elements.turn.onclick();
tell();
for (const figure of found[".diagram"]) { figure.onclick(); tell(); }
for (const figure of found[".graph"]) {
  for (const clientX of [150, 84, 50]) { figure.querySelector("svg").onclick({ clientX }); tell(); }
}
