"""The content of a screen as a tree of nodes for screen readers: roles, names, values, states.

The tree is derived from the widgets that are drawn and the texts that they write (`toolkit.hearing`), so that a
new screen gets one without any further work. A widget that can be used is a node with a name; what it writes is
that name. The board is ninety points, each with its piece. Rows of lists are items of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

import pygame

from xiangqi.app.session import told, view
from xiangqi.app.session.state import AppState
from xiangqi.board import Board, Move
from xiangqi.coach.grades import FAULTS
from xiangqi.core.constants import BLACK, BOARD_SQUARES, RED, square_name
from xiangqi.diagram.picture import BoardPicture, Ink
from xiangqi.line import Line
from xiangqi.spoken.codes import without_codes
from xiangqi.spoken.teller import Teller
from xiangqi.ui.analysis.engine_card import OnOffSwitch
from xiangqi.ui.analysis.eval_bar import Gauge
from xiangqi.ui.analysis.graph import Graph
from xiangqi.ui.exercises.pips import Pips
from xiangqi.ui.game.rules_panel import RulePageBoard
from xiangqi.ui.lessons.lesson_stars import StepRow
from xiangqi.ui.parts.cards import Heading
from xiangqi.ui.parts.coach_rows import SentenceRow
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.move_list import MoveList
from xiangqi.ui.parts.small_board import SmallBoard
from xiangqi.ui.recognition.picture_view import PictureView
from xiangqi.ui.settings.welcome_panel import PieceRow
from xiangqi.ui.share.share_panel import PicturePreview
from xiangqi.ui.toolkit.controls import Progress, Stepper
from xiangqi.ui.toolkit.hearing import Heard
from xiangqi.ui.toolkit.lists import ListBox, Scrollable
from xiangqi.ui.toolkit.menu import Menu
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.tiles import Tile
from xiangqi.ui.toolkit.widgets import Button, Choice, Label, Memory, Slider, Veil, Widget
from xiangqi.ui.window.interface import Interface
from xiangqi.ui.window.tips import Tip

BOARD: Final = "board"
ROOT: Final = "window"

Box = tuple[int, int, int, int]
"""Left, top, width and height in px."""


class NodeRole(str, Enum):
    """The role of a node."""

    WINDOW = "window"
    BOARD = "board"
    POINT = "point"
    HEADING = "heading"
    TEXT = "text"
    BUTTON = "button"
    SWITCH = "switch"
    CHOICE = "choice"  # a group of values
    VALUE = "value"  # one of them
    SLIDER = "slider"
    STEPPER = "stepper"
    FIELD = "field"
    LIST = "list"
    ITEM = "item"
    MENU = "menu"
    PROGRESS = "progress"
    PICTURE = "picture"


@dataclass(frozen=True)
class Node:
    """A part of a screen."""

    key: str  # identifies it from one drawing to the next: the widget's key, perhaps with a part after "/"
    role: NodeRole
    name: str = ""  # what a reader says first
    value: str = ""  # what a field contains, or a slider or stepper is set to
    note: str = ""  # an explanation, said after a while
    rect: Box = (0, 0, 0, 0)  # left, top, width and height, px
    enabled: bool = True
    usable: bool = False  # whether it can be pressed or get the focus
    selected: bool | None = None  # whether it is on, chosen or picked up; None where that has no meaning
    focused: bool = False
    square: int | None = None  # the square of a point of the board
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """Yield the node and everything below it, in the order in which they are read."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def middle(self) -> tuple[int, int]:
        """The pixel in the middle of the node."""
        left, top, width, height = self.rect
        return left + width // 2, top + height // 2


@dataclass(frozen=True)
class HeardScreen:
    """A drawn screen: its widgets with their texts, the focus and the contents of fields, and the board."""

    stage: Interface  # the widgets as they were drawn
    heard: Mapping[str, Sequence[Heard]]  # the texts that they wrote, by key
    memory: Memory  # focus and contents of fields
    picture: BoardPicture  # the board with its marks


def described(state: AppState, texts: Texts, look: HeardScreen) -> Node:
    """Return the tree of a drawn screen or, with a question or the palette over it, of that alone."""
    stage = look.stage
    widgets: Sequence[Widget] = stage.widgets
    if stage.modal:
        first = next(index for index, widget in enumerate(widgets) if isinstance(widget, Veil))
        widgets = widgets[first:]
    nodes: list[Node] = [] if stage.modal else _board(state, texts, look)
    caption, title = "", ""
    for widget in widgets:
        node = _node(widget, texts, look, caption or title)
        if node is None:
            continue
        if nodes and node.key == f"{nodes[-1].key}{_VALUE}" and nodes[-1].role is NodeRole.SLIDER:
            nodes[-1] = replace(nodes[-1], value=node.name)
            continue
        node = _with_caption(nodes, node, texts)
        if nodes and node.role not in _TOLD and nodes[-1].role is NodeRole.TEXT and nodes[-1].name == node.name:
            nodes.pop()  # which has given the control its name
        if not node.key.endswith(_BESIDE) and node.key not in _PLAYERS:
            is_name = node.role in _TOLD and len(look.heard.get(node.key, ())) <= 1  # not two sentences
            caption = node.name if is_name else ""
        title = node.name if node.role is NodeRole.HEADING else title
        nodes.append(replace(node, focused=node.focused or look.memory.focus == widget.key))
    tell = told.teller(state)
    nodes = [_without_codes(node, tell) for node in _distinct(nodes, texts)]
    left_top = (0, 0, *stage.frame.size)
    return Node(ROOT, NodeRole.WINDOW, texts("window.title"), rect=left_top, children=tuple(nodes))


def _with_caption(nodes: list[Node], node: Node, texts: Texts) -> Node:
    """Return a node with its caption and value, which are removed from the end of the nodes before it."""
    if nodes and node.key == f"{nodes[-1].key}{_CAPTION}" and nodes[-1].role is NodeRole.TEXT:
        above = nodes.pop()  # the value, which is written above its caption
        return replace(above, name=texts("spoken.headed", head=node.name, rest=above.name))
    beside = nodes.pop() if nodes and nodes[-1].key == f"{node.key}{_VALUE}" else None
    if not nodes or nodes[-1].key != f"{node.key}{_CAPTION}":
        return node
    caption = nodes.pop().name
    if node.role is NodeRole.TEXT:  # a value says nothing without its caption
        return replace(node, name=texts("spoken.headed", head=caption, rest=node.name))
    if node.role in (NodeRole.BUTTON, NodeRole.SWITCH):
        return replace(node, name=texts("spoken.headed", head=caption, rest=node.name))
    note = node.note if node.role is not NodeRole.FIELD or node.name == caption else node.name
    if beside is not None and node.role is not NodeRole.SLIDER:
        note = beside.name
    value = beside.name if beside is not None and node.role is NodeRole.SLIDER else node.value
    return replace(node, name=caption, value=value, note=note)


def _without_codes(node: Node, tell: Teller) -> Node:
    """Return a node with the moves in its texts in words, if they are codes."""
    if node.role in (NodeRole.BOARD, NodeRole.FIELD) or node.key == _TYPED:
        return node
    children = tuple(_without_codes(child, tell) for child in node.children)
    note, name = without_codes(tell, node.note), without_codes(tell, node.name)
    value = without_codes(tell, node.value) if node.role is NodeRole.CHOICE else node.value
    return replace(node, name=name, value=value, note=note, children=children)


def _distinct(nodes: Sequence[Node], texts: Texts) -> Iterator[Node]:
    """Yield the nodes; of buttons with the same name, those in a card are named after its heading, too."""
    titles = {node.key: node.name for node in nodes if node.role is NodeRole.HEADING}
    counts = Counter(node.name for node in nodes if node.role is NodeRole.BUTTON)
    for node in nodes:
        title = titles.get(f"{node.key.rpartition('.')[0]}.title", "")
        if node.role is NodeRole.BUTTON and counts[node.name] > 1 and title not in ("", node.name):
            node = replace(node, name=texts("spoken.headed", head=title, rest=node.name))
        yield node


# ---- The board ----


def _board(state: AppState, texts: Texts, look: HeardScreen) -> list[Node]:
    """Return the board as a node with its points, from left to right and from top to bottom as it is drawn."""
    drawn = look.stage.frame.board
    if drawn is None:
        return []
    tell, shown = told.teller(state), view.snapshot(state)
    targets = {target.square for target in state.selection.targets}
    squares = BOARD_SQUARES[::-1] if state.flipped else BOARD_SQUARES
    points = []
    for square in squares:
        code = shown.pieces.get(square, 0)
        what = tell.piece(code) if code else tell("spoken.empty")
        name = tell("spoken.standing", piece=what, point=tell.point(square))
        centre, size = drawn.point(square), round(drawn.cell)
        points.append(
            Node(
                f"{BOARD}/{square_name(square)}",
                NodeRole.POINT,
                name,
                note=texts("reader.target") if square in targets else "",
                rect=(centre[0] - size // 2, centre[1] - size // 2, size, size),
                usable=not look.stage.covered,
                selected=square == state.selection.selected,
                focused=look.picture.cursor == square and look.memory.focus is None,
                square=square,
            )
        )
    box = (drawn.left, drawn.top, drawn.width, drawn.height)
    board = Node(BOARD, NodeRole.BOARD, texts("reader.board"), rect=box, children=tuple(points))
    return [board, *_marks(tell, texts, look.picture, view.board_line(state).here, shown.pieces, box)]


def _arrow(tell: Teller, texts: Texts, board: Board, code: int, move: Move) -> str:
    """Return an arrow in words: as the legal move that it shows, or else as its ends with the piece, if any."""
    if board.is_legal(move):
        return tell.way(board, move, points=not tell.is_chinese)
    start, end = tell.point(move.from_square), tell.point(move.to_square)
    if not code:
        return texts("reader.arrow", start=start, end=end)
    return tell("spoken.path", piece=tell.kind(code), start=start, end=end)


def _marks(
    tell: Teller, texts: Texts, picture: BoardPicture, line: Line, pieces: Mapping[int, int], box: Box
) -> list[Node]:
    """Return the other marks on the board as texts: stars, circles and arrows."""

    def listed(squares: Iterable[int]) -> str:
        return tell.listed(tell.point(square) for square in dict.fromkeys(squares))

    told = {
        "stars": listed(picture.stars),
        "circles": listed(circle.square for circle in picture.circles if circle.ink is not Ink.BEST),
        "chosen": listed(circle.square for circle in picture.circles if circle.ink is Ink.BEST),
        "arrows": tell.listed(
            _arrow(
                tell,
                texts,
                line.board(),
                pieces.get(arrow.from_square, 0) or pieces.get(arrow.to_square, 0),
                Move.of(arrow.from_square, arrow.to_square),
            )
            for arrow in picture.arrows
        ),
    }
    return [
        Node(f"marks.{name}", NodeRole.TEXT, texts(f"reader.{name}", points=points), rect=box)
        for name, points in told.items()
        if points
    ]


# ---- Widgets ----


def _box(rect: pygame.Rect) -> Box:
    return rect.left, rect.top, rect.width, rect.height


def _said(heard: Sequence[Heard], texts: Texts) -> str:
    """Join texts, each only once; signs of moves, such as "??", are replaced by their names."""
    if len(heard) == 1 and heard[0].text == _KEY_OF_HELP:
        return _KEY_OF_HELP
    told = (without_signs(" ".join(one.text.split()), texts) for one in heard if one.text not in _SILENT)
    return ", ".join(dict.fromkeys(told))


def without_signs(text: str, texts: Texts) -> str:
    """Return a text with its signs in words; a move's sign is dropped if the rest names its grade."""
    sign = _SIGN.match(text)
    if text in _CELLS:
        return texts(_CELLS[text])
    for written, key in _MARKS.items():
        text = text.replace(written, texts(key))
    rest = text[sign.end() :].strip() if sign is not None else ""
    if rest in {texts(f"grade.{grade.value}", sign="").strip() for grade in FAULTS}:
        return rest
    return _SIGN.sub(lambda found: texts(_SIGNS[found[0]]), text)


def _node(widget: Widget, texts: Texts, look: HeardScreen, caption: str) -> Node | None:
    """Return the node of a widget, None for a mere decoration.

    Args:
        widget: the widget.
        texts: the texts of the language.
        look: the drawn screen.
        caption: the text just before the widget, or else the last heading, which names a widget without words
            of its own.
    """
    if isinstance(widget, Tip | Veil):  # a tip is a note of the widget that it explains
        return None
    heard = look.heard.get(widget.key, ())
    for kind, make in _MAKERS:
        if isinstance(widget, kind):
            return make(widget, heard, texts, look, caption)
    return _plain(widget, heard, texts)


def _plain(widget: Widget, heard: Sequence[Heard], texts: Texts) -> Node | None:
    """Return the node of a widget that can be pressed or shows something; None for one that says nothing."""
    pictured = next((key for kind, key in PICTURES.items() if isinstance(widget, kind)), "")
    said = without_signs(_of_tile(widget, heard), texts) if isinstance(widget, Tile) else _said(heard, texts)
    said = widget.spoken() if widget.spoken is not None else said
    name = said or widget.tip or (texts(pictured) if pictured else "")
    note = widget.tip if widget.tip != name else ""
    base = Node(widget.key, NodeRole.TEXT, name, note=note, rect=_box(widget.rect))
    if isinstance(widget, Button):
        role = NodeRole.SWITCH if isinstance(widget, OnOffSwitch) else NodeRole.BUTTON
        chosen = widget.chosen if widget.chosen or role is NodeRole.SWITCH else None
        enabled = widget.enabled
        return replace(base, role=role, enabled=enabled, usable=enabled, selected=chosen)
    if widget.focusable:
        sentence = isinstance(widget, SentenceRow)
        return replace(base, role=NodeRole.TEXT if sentence else NodeRole.BUTTON, usable=True)
    if pictured:
        return replace(base, role=NodeRole.PICTURE)
    if isinstance(widget, StepRow | Pips):
        return replace(base, name=_steps(widget, texts))
    return replace(base, role=NodeRole.HEADING if _is_heading(widget) else NodeRole.TEXT) if name else None


def _of_tile(tile: Tile, heard: Sequence[Heard]) -> str:
    """Return the title and the second line of a tile, each as a whole, then the tile's other texts."""
    whole = [text for text in (tile.label, tile.detail) if text]
    others = [one.text for one in heard if not any(one.text in text for text in whole)]
    return ", ".join(dict.fromkeys([*whole, *others]))


def _is_heading(widget: Widget) -> bool:
    return isinstance(widget, Heading) or (isinstance(widget, Label) and widget.key.endswith(_HEADINGS))


def _steps(widget: StepRow | Pips, texts: Texts) -> str:
    """Return the number of the shown step and the counts of results, in words."""
    results = list(widget.done if isinstance(widget, StepRow) else widget.results)
    told = {"place": min(widget.place + 1, len(results)), "total": len(results), "solved": results.count(True)}
    if isinstance(widget, StepRow):
        return texts("reader.steps", **told)
    told["helped"] = len(widget.helped)
    return texts("reader.results", missed=results.count(False) - len(widget.helped), **told)


def _choice(widget: Choice, heard: Sequence[Heard], texts: Texts, _look: HeardScreen, caption: str) -> Node:
    values = tuple(
        Node(
            f"{widget.key}/{index}",
            NodeRole.VALUE,
            label,
            rect=_box(cell),
            usable=True,
            selected=index == widget.chosen,
        )
        for index, (label, cell) in enumerate(zip(widget.labels, widget.cells(), strict=True))
    )
    chosen = values[widget.chosen].name if 0 <= widget.chosen < len(values) else ""
    return Node(
        widget.key,
        NodeRole.CHOICE,
        caption or _said(heard, texts),
        value=chosen,
        rect=_box(widget.rect),
        usable=True,
        children=values,
    )


def _slider(widget: Slider, heard: Sequence[Heard], texts: Texts, _look: HeardScreen, caption: str) -> Node:
    value = f"{widget.chosen + 1} / {len(widget.actions)}"
    name = caption or _said(heard, texts)
    return Node(widget.key, NodeRole.SLIDER, name, value=value, rect=_box(widget.rect), usable=True)


def _stepper(widget: Stepper, _heard: Sequence[Heard], texts: Texts, _look: HeardScreen, caption: str) -> Node:
    name = caption or texts("reader.value")
    return Node(widget.key, NodeRole.STEPPER, name, value=widget.label, rect=_box(widget.rect), usable=True)


def _field(widget: TextField, heard: Sequence[Heard], texts: Texts, look: HeardScreen, caption: str) -> Node:
    name = widget.placeholder or caption or texts("reader.field")
    text = widget.text(look.memory)
    note = _said([one for one in heard if one.text not in (widget.placeholder, text)], texts)
    return Node(widget.key, NodeRole.FIELD, name, value=text, note=note, rect=_box(widget.rect), usable=True)


def _progress(
    widget: Progress, _heard: Sequence[Heard], texts: Texts, _look: HeardScreen, caption: str
) -> Node:
    name = caption or texts("reader.progress")
    return Node(
        widget.key, NodeRole.PROGRESS, name, value=f"{round(100 * widget.share)}%", rect=_box(widget.rect)
    )


def _list(
    widget: Scrollable, heard: Sequence[Heard], texts: Texts, look: HeardScreen, caption: str
) -> Node | None:
    """Return a list with its visible rows; None if it has none and cannot be focused."""
    offset = widget.offset(look.memory)

    def row_of(one: Heard) -> int:
        return widget.row_at_height(one.rect.centery - widget.rect.top + offset)

    chosen = look.memory.rows.get(widget.key, getattr(widget, "chosen", -1))
    heads = dict(enumerate(row.text for row in widget.rows)) if isinstance(widget, ListBox) else {}
    items = _rows(widget.key, heard, row_of, texts, chosen, heads)
    if not items and not widget.focusable:
        return None
    name = caption or texts("reader.list")
    return Node(
        widget.key, NodeRole.LIST, name, rect=_box(widget.rect), usable=widget.focusable, children=items
    )


def _move_list(
    widget: MoveList, heard: Sequence[Heard], texts: Texts, _look: HeardScreen, _caption: str
) -> Node | None:
    """Return the move list with an item for each visible move: number, move, sign, time; None without moves."""
    items: list[Node] = []
    number, beside = "", []
    heard = [one for one in heard if one.text not in _SILENT]
    for one, following in zip(heard, [*heard[1:], None], strict=True):
        if one.text.rstrip(".…").isdigit():
            number = f"{one.text} "
        elif following is not None and _is_left_of(following, one):  # what stands at the right is written first
            beside.append(without_signs(one.text, texts))
        elif one.text in _SIGNS and items:
            items[-1] = replace(items[-1], name=f"{items[-1].name}, {without_signs(one.text, texts)}")
        else:
            key, name = f"{widget.key}/{len(items)}", ", ".join([number + one.text, *beside])
            items.append(Node(key, NodeRole.ITEM, name, rect=_box(one.rect), usable=True))
            number, beside = "", []
    if not items:
        return None
    return Node(widget.key, NodeRole.LIST, texts("reader.moves"), rect=_box(widget.rect), children=tuple(items))


def _is_left_of(one: Heard, other: Heard) -> bool:
    """Return whether a text is in the line of another, to the left of it."""
    in_line = abs(one.rect.centery - other.rect.centery) < one.rect.height // 2
    begins = one.rect.left <= other.rect.left  # a text at the right end of its box is heard with the whole box
    return in_line and begins and one.rect.right < other.rect.right


def _menu(widget: Menu, heard: Sequence[Heard], texts: Texts, look: HeardScreen, _caption: str) -> Node:
    def row_of(one: Heard) -> int:
        return (one.rect.centery - widget.rect.top - widget.padding) // max(1, widget.row_height)

    items = _rows(widget.key, heard, row_of, texts, look.memory.rows.get(widget.key, -1))
    return Node(
        widget.key, NodeRole.MENU, texts("reader.menu"), rect=_box(widget.rect), usable=True, children=items
    )


def _rows(
    key: str,
    heard: Sequence[Heard],
    row_of: Callable[[Heard], int],
    texts: Texts,
    chosen: int,
    heads: Mapping[int, str] = MappingProxyType({}),
) -> tuple[Node, ...]:
    """Return an item for each row of a list with the row's texts, of which the one in `heads` comes first."""
    rows: dict[int, list[Heard]] = {}
    for one in heard:
        rows.setdefault(row_of(one), []).append(one)
    for row, parts in rows.items():
        head = heads.get(row, "")
        rows[row] = [one for one in parts if one.text == head] + [one for one in parts if one.text != head]
    return tuple(
        Node(
            f"{key}/{row}",
            NodeRole.ITEM,
            _said(parts, texts),
            rect=_box(parts[0].rect.unionall([part.rect for part in parts[1:]])),
            usable=True,
            selected=row == chosen,
        )
        for row, parts in rows.items()
    )


_Maker = Callable[..., Node | None]
_MAKERS: Final[tuple[tuple[type[Widget], _Maker], ...]] = (
    (TextField, _field),
    (Choice, _choice),
    (Slider, _slider),
    (Stepper, _stepper),
    (Progress, _progress),
    (Menu, _menu),
    (MoveList, _move_list),
    (Scrollable, _list),
)
_SIGNS: Final = {sign: f"mark.{number}" for number, sign in view.MARKS.items()}
_SIGN: Final = re.compile(r"(?<!\S)(?:[!?]{2}|[!?])(?!\S)")
_MARKS: Final = {" · ": "spoken.then", " – ": "spoken.then", "✓": "reader.ticked", "★": "reader.star"}
"""Signs between or before texts, each with the key of the words or comma that are said instead."""

_CELLS: Final = {"=": "result.draw", "–": "reader.unknown"}
"""Signs that are the whole text of a table's cell, with the keys of their words."""

_SILENT: Final = ("…",)
"""Texts that are not heard."""

_TOLD: Final = (NodeRole.TEXT, NodeRole.HEADING)
_BESIDE: Final = ".aside"
_PLAYERS: Final = tuple(f"player.{side}" for side in (RED, BLACK))
"""Keys of texts, or their endings, that never name what follows."""

_KEY_OF_HELP: Final = "?"
_TYPED: Final = "typed"
"""The key of the text that explains the input, codes included."""

_CAPTION: Final = ".caption"
"""Endings of the keys of labels that caption the text with the rest of the key."""

_VALUE: Final = ".value"
"""Ending of the key of a label that states the value of the slider with the rest of the key."""

_HEADINGS: Final = (".title", ".group_language", ".group_display", ".group_board", ".group_play")
"""Endings of the keys of labels that are headings."""

PICTURES: Final[Mapping[type[Widget], str]] = {
    Gauge: "reader.gauge",
    Graph: "reader.graph",
    PicturePreview: "reader.preview",
    PictureView: "reader.picture",
    PieceRow: "reader.pieces",
    RulePageBoard: "reader.position",
    SmallBoard: "reader.position",
}
"""The names of pictures that say something without words."""
