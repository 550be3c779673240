"use strict";
// Plays the games of this page: every move knows the move before it, every game its first position.
const data = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
const moves = {};
const replies = {};
let now = "r0";
let turned = data.turned;

for (const move of document.querySelectorAll(".move")) {
  moves[move.id] = move;
  (replies[move.dataset.after] ??= []).push(move.id);
  move.tabIndex = 0;
  move.onclick = () => show(move.id);
  move.onkeydown = (key) => { if (key.key === "Enter") show(move.id); };
}

function place(square) {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]);
  return [data.x + data.cell * (turned ? 8 - file : file), data.y + data.cell * (turned ? rank : 9 - rank)];
}

function positioned(fen) {
  const pieces = {};
  fen.split("/").forEach((row, index) => {
    let file = 0;
    for (const sign of row) {
      if (sign >= "1" && sign <= "9") file += Number(sign);
      else { pieces["abcdefghi"[file] + (9 - index)] = sign; file += 1; }
    }
  });
  return pieces;
}

function show(id) {
  now = id;
  const way = [];
  let root = id;
  while (moves[root]) {
    way.unshift(moves[root].dataset.move);
    root = moves[root].dataset.after;
  }
  const pieces = positioned(data.starts[Number(root.slice(1))]);
  for (const move of way) {
    pieces[move.slice(2)] = pieces[move.slice(0, 2)];
    delete pieces[move.slice(0, 2)];
  }
  let drawn = "";
  for (const square in pieces) {
    const [x, y] = place(square);
    drawn += `<use href="#${data.pieces[pieces[square]]}" x="${x}" y="${y}"/>`;
  }
  const last = way.at(-1);
  for (const square of last ? [last.slice(0, 2), last.slice(2)] : []) {
    const [x, y] = place(square);
    drawn += `<rect x="${x - 47}" y="${y - 47}" width="94" height="94" rx="8" fill="none"` +
      ` stroke="${data.last}" stroke-width="5"/>`;
  }
  element("pieces").innerHTML = drawn;
  element("up").style.display = turned ? "none" : "";
  element("down").style.display = turned ? "" : "none";
  document.querySelector(".now")?.classList.remove("now");
  if (moves[id]) {
    moves[id].classList.add("now");
    moves[id].scrollIntoView({ block: "nearest" });
  }
}

function forward() { if (replies[now]) show(replies[now][0]); }
function back() { if (moves[now]) show(moves[now].dataset.after); }
function first() {
  let id = now;
  while (moves[id]) id = moves[id].dataset.after;
  show(id);
}
function last() {
  let id = now;
  while (replies[id]) id = replies[id][0];
  show(id);
}

element("first").onclick = first;
element("back").onclick = back;
element("next").onclick = forward;
element("last").onclick = last;
element("turn").onclick = () => { turned = !turned; show(now); };
for (const title of document.querySelectorAll("h2")) title.onclick = () => show(title.dataset.root);
for (const figure of document.querySelectorAll(".diagram")) figure.onclick = () => show(figure.dataset.show);
for (const figure of document.querySelectorAll(".graph")) {
  const curve = figure.querySelector("svg");
  curve.onclick = (click) => {
    const area = curve.getBoundingClientRect();
    const plies = Math.round((click.clientX - area.left) / area.width * figure.dataset.plies);
    let id = figure.dataset.root;
    for (let ply = 0; ply < plies && replies[id]; ply += 1) id = replies[id][0];
    show(id);
  };
}
addEventListener("keydown", (key) => {
  const does = { ArrowRight: forward, ArrowLeft: back, Home: first, End: last }[key.key];
  if (does) { does(); key.preventDefault(); }
});
show("r0");
