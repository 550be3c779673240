"""The cards of a review in story form: graph, page and moments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.analysis.review import StopReview
from xiangqi.app.analysis.story import FIRST, LAST, ShowBetter, TurnPage, is_found, is_revealed, told_story
from xiangqi.app.coach import coached
from xiangqi.app.exercises.puzzles import PractiseMistakes
from xiangqi.app.session import analysed
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.moments import Moment, moments, own_moments
from xiangqi.app.session.positions import full_moves
from xiangqi.app.session.state import AppState
from xiangqi.app.session.view import MoveEntry
from xiangqi.coach.grades import FAULTS, SIGNS, Grade
from xiangqi.coach.story_passages import PRACTICE, SLOTS
from xiangqi.core.constants import BLACK, RED
from xiangqi.ui.analysis.game_graph import game_graph
from xiangqi.ui.analysis.moment_discs import DISC, Disc, DiscMark, disc_of, draw_disc
from xiangqi.ui.analysis.moment_words import (
    accuracy_words,
    cost_words,
    hope_words,
    loss_words,
    moment_title,
    played_words,
    verdict_words,
)
from xiangqi.ui.parts.cards import Card
from xiangqi.ui.parts.coach_rows import Spoken, sentence_rows, wording
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.grade_colour import grade_colour
from xiangqi.ui.parts.left_openings import left_openings
from xiangqi.ui.parts.move_text import MoveLabel
from xiangqi.ui.parts.opening_names import opening_here
from xiangqi.ui.parts.review_text import fault_words, story_words
from xiangqi.ui.toolkit.controls import Progress
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import BODY, CARD_RADIUS, CONTROL, GAP, LEAD, SMALL, Colour
from xiangqi.ui.toolkit.theme import PieceTheme, look
from xiangqi.ui.toolkit.widgets import Button, Label, Memory, Widget

_EDGE: Final = 14.0  # from the edges of a card to its content, points
_HEAD: Final = 28.0  # height of a title, points
_ROW: Final = 28.0  # height of a row with a move, points
_BUTTON: Final = 48.0  # height of the buttons of a moment, points
_MARK: Final = 26.0  # diameter of the disc beside a title, points
_SIDE: Final = 26.0  # height of a row about a side, points


def _theme(scene: PanelContext) -> PieceTheme:
    settings = scene.state.settings
    return look(settings.theme, settings.piece_set).pieces


def _wide_enough(scene: PanelContext, row: pygame.Rect, *texts: tuple[str, float, bool]) -> bool:
    """Return whether texts, each with its size and weight, fit side by side in a row."""
    wanted = sum(scene.painter.width(text, size, bold) for text, size, bold in texts)
    return wanted + (len(texts) - 1) * 2 * scene.px(GAP) <= row.width


def _heading(scene: PanelContext, room: Room, key: str, title: str, aside: str) -> list[Widget]:
    """Lay out a title, on as many lines as it needs, with a few words at its right if they fit."""
    painter = scene.painter
    height = max(scene.px(_HEAD), painter.paragraph_height(title, room.rest.width, LEAD, True))
    row = room.top_px(height, GAP / 2)
    single = height <= scene.px(_HEAD)
    widgets: list[Widget] = [Label(f"{key}.title", row, title, LEAD, bold=True, single=single)]
    if aside and single and _wide_enough(scene, row, (title, LEAD, True), (aside, SMALL, False)):
        muted = painter.palette.muted
        widgets.append(Label(f"{key}.aside", row.copy(), aside, SMALL, muted, single=True, align="right"))
    return widgets


# ---- The graph ----


def graph_card(scene: PanelContext, rect: pygame.Rect, *, worded: bool = True) -> list[Widget]:
    """Lay out the graph with the moments, below a sentence on how the game went unless `worded` is False."""
    room = Room(rect, scene.painter.unit).inner(_EDGE if worded else GAP / 2)
    head = (
        _heading(scene, room, "story.verdict", verdict_words(scene), _progress_words(scene)) if worded else []
    )
    return [Card("story.game", rect), *head, *game_graph(scene, room.rest, phases=False)]


def _progress_words(scene: PanelContext) -> str:
    """Return the progress of the review or, once it is finished, the accuracy of play, in words."""
    found, texts = analysed.assessment(scene.state), scene.texts
    if not found.is_complete:
        return texts("story.reviewed", percent=round(100 * _judged(scene.state) / max(1, len(found.verdicts))))
    return accuracy_words(scene)


def _judged(state: AppState) -> int:
    """Return the number of moves that have been reviewed."""
    review = state.analysis.review if state.analysis is not None else None
    if review is not None:
        return len(review.line.moves) - review.ply
    return sum(verdict is not None for verdict in analysed.assessment(state).verdicts)


# ---- The page ----


def page_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out the page of the story: the coach's sentences, a moment, or the end."""
    story = told_story(scene.state)
    moment = next((one for one in moments(scene.state) if story is not None and one.ply == story.page), None)
    if moment is not None:
        return _moment_card(scene, rect, moment)
    if story is not None and story.page == LAST:
        return _last_card(scene, rect)
    return _first_card(scene, rect)


def _first_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts, state = scene.texts, scene.state
    analysis, found = state.shown_analysis, analysed.assessment(state)
    room = Room(rect, scene.painter.unit).inner(_EDGE)
    card: list[Widget] = [Card("story.page", rect)]
    if found.is_complete:
        told = story_words(scene, SLOTS)
        wish = _first_wish(scene) if not told and not coached.is_still_told(state) else None
        card[0].wish = wish
        head = _heading(scene, room, "story.page", texts("story.title"), "".join(opening_here(scene)[1:2]))
        silence = "story.being_told" if coached.is_still_told(state) else "story.nothing"
        said = [*(told or [Spoken(texts(silence))]), *left_openings(scene)]
        return [*card, *head, *sentence_rows(scene, room, "story.said", said)]
    running = analysis is not None and analysis.review is not None
    judged = _judged(state)
    title = texts("analysis.reviewing", done=full_moves(judged), total=full_moves(len(found.verdicts)))
    head = _heading(scene, room, "story.page", title if running else texts("story.stopped"), "")
    bar = room.top(10)
    strip = room.bottom(CONTROL)
    button = (
        Button("review.cancel", strip, texts("analysis.cancel"), StopReview())
        if running
        else Button("review.start", strip, texts("story.resume"), StartReview(), primary=True)
    )
    hint = Label("story.readable", room.rest, texts("story.readable"), colour=scene.painter.palette.muted)
    progress = Progress("review.progress", bar, judged / max(1, len(found.verdicts)))
    return [*card, *head, progress, hint, button]


def _first_wish(scene: PanelContext) -> Action:
    """Return the action that turns to the first moment, or to the last page if there is none."""
    known = moments(scene.state)
    return TurnPage(known[0].ply if known else LAST)


@dataclass
class MoveOfMoment(Widget):
    """A few words, a move and its sign."""

    words: str = ""
    entry: MoveEntry | None = None
    sign: str = ""
    ink: Colour = (0, 0, 0)  # of the sign
    theme: PieceTheme | None = None

    def draw(self, painter: Painter, memory: Memory) -> None:
        entry, palette, gap = self.entry, painter.palette, painter.px(GAP)
        box = self.rect.copy()
        used = painter.write(self.words, box) + gap if self.words else 0
        box.left, box.width = box.left + used, box.width - used
        if entry is None:
            return
        colour = palette.red_side if entry.side == RED else palette.black_side
        used = MoveLabel(entry.text, entry.piece).write(painter, box, colour, self.theme) + gap
        box.left, box.width = box.left + used, box.width - used
        painter.write(self.sign, box, bold=True, colour=self.ink, shrink=False)

    def wanted(self, painter: Painter) -> int:
        """Return the width in px that everything needs."""
        move = MoveLabel(self.entry.text, self.entry.piece).width(painter) if self.entry is not None else 0
        return painter.width(self.words) + move + painter.width(self.sign, BODY, True) + 2 * painter.px(GAP)


def _moment_card(scene: PanelContext, rect: pygame.Rect, moment: Moment) -> list[Widget]:
    """Lay out a moment: the move, its cost, the reason, and the two ways to the better move."""
    texts, painter = scene.texts, scene.painter
    room = Room(rect, painter.unit).inner(_EDGE)
    buttons = _ways_to_better(scene, room.bottom(_BUTTON), moment)
    entry = scene.entries[moment.ply - 1]
    title = texts(
        "moment.heading",
        number=moment.number,
        count=len(moments(scene.state)),
        title=moment_title(scene, moment),
    )
    mark = pygame.Rect(room.rest.left, room.rest.top + scene.px(1), scene.px(_MARK), scene.px(_MARK))
    beside = Room(room.rest, painter.unit)
    beside.rest.left, beside.rest.width = (
        mark.right + scene.px(GAP),
        room.rest.width - mark.width - scene.px(GAP),
    )
    head = _heading(scene, beside, "moment", title, texts("moves.at", number=entry.number))
    room.top_px(beside.rest.top - room.rest.top, 0)
    return [
        Card("story.page", rect, marked=True),
        DiscMark("moment.disc", mark, disc=disc_of(scene, moment)),
        *head,
        *_what_was_played(scene, room, moment, entry),
        *sentence_rows(scene, room, "review.why", _reasons(scene, moment)),
        *buttons,
    ]


def _what_was_played(scene: PanelContext, room: Room, moment: Moment, entry: MoveEntry) -> list[Widget]:
    """Lay out the move with its sign and, beside it or below, its cost."""
    painter, palette = scene.painter, scene.painter.palette
    grade = moment.verdict.grade or Grade.INACCURACY
    row = room.top(_ROW, GAP / 2)
    ink = grade_colour(palette, grade)
    move = MoveOfMoment(
        "moment.played", row, played_words(scene, moment), entry, SIGNS[grade], ink, _theme(scene)
    )
    cost = cost_words(scene, moment)
    beside = move.wanted(painter) + 2 * scene.px(GAP) + painter.width(cost, BODY) <= row.width
    place = row.copy() if beside else room.top(_ROW, GAP / 2)
    lost = scene.state.document.player_side in (None, moment.side)
    colour = palette.danger if lost else palette.good
    if beside:
        move.rect = pygame.Rect(row.left, row.top, move.wanted(painter), row.height)
        place.left, place.width = move.rect.right, row.right - move.rect.right
    align = "right" if beside else "left"
    return [move, Label("moment.cost", place, cost, colour=colour, single=True, align=align)]  # type: ignore[arg-type]


def _reasons(scene: PanelContext, moment: Moment) -> list[Spoken]:
    """Return sentences on why the move was bad; the better move is named only once it is found or asked for."""
    if not is_revealed(scene.state, moment):
        told = fault_words(scene, moment.verdict, hides_better=True)
        return [*told, Spoken(hope_words(scene, moment))]
    found = [Spoken(scene.texts("moment.found"))] if is_found(scene.state, moment) else []
    return [*found, *fault_words(scene, moment.verdict)]


def _ways_to_better(scene: PanelContext, strip: pygame.Rect, moment: Moment) -> list[Widget]:
    """Lay out the buttons that let the player find the better move or that show it; disabled once it is known.

    A better move of the opponent can only be shown.
    """
    texts, known = scene.texts, is_revealed(scene.state, moment)
    if scene.state.document.player_side not in (None, moment.side):
        show = Button("review.show", strip, texts("moment.show"), ShowBetter(), "play")
        return [replace(show, primary=not known, enabled=not known)]
    cells = columns(strip, 5, scene.px(GAP + 4))
    left, right = cells[0].unionall(cells[1:3]), cells[3].union(cells[4])
    find = PractiseMistakes(only=moment.ply)
    return [
        Button("review.find", left, texts("moment.find"), find, "play", primary=not known, enabled=not known),
        Button("review.show", right, texts("moment.show"), ShowBetter(), enabled=not known),
    ]


# ---- The last page ----

_MARKS: Final = {
    Grade.INACCURACY: "story.marks.inaccuracy",
    Grade.MISTAKE: "story.marks.mistake",
    Grade.BLUNDER: "story.marks.blunder",
}


def _last_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out what the mistakes have in common, both sides' figures, and the button for practising."""
    texts, state = scene.texts, scene.state
    room, own = Room(rect, scene.painter.unit).inner(_EDGE), own_moments(state)
    open_still = [moment for moment in own if not is_found(state, moment)]
    shared = "story.last" if len(own) > 1 else "story.to_practise"
    head = _heading(scene, room, "story.page", texts(shared if own else "story.summary"), "")
    button: list[Widget] = []
    if own:
        label = texts("story.practise", count=len(open_still)) if open_still else texts("story.practise_again")
        place = room.bottom(_BUTTON)
        action = PractiseMistakes()
        button = [Button("review.practise", place, label, action, "play", primary=bool(open_still))]
    rows = {side: room.bottom(_SIDE, 0) for side in (BLACK, RED)}
    figures = [widget for side in (RED, BLACK) for widget in _side_row(scene, rows[side], side)]
    said = sentence_rows(scene, room, "story.said", _in_common(scene, own, open_still))
    return [Card("story.page", rect), *head, *said, *figures, *button]


def _in_common(scene: PanelContext, own: Sequence[Moment], open_still: Sequence[Moment]) -> list[Spoken]:
    """Return sentences on what the faults have in common, and on the number of better moves found."""
    texts = scene.texts
    if not moments(scene.state):
        return [Spoken(texts("story.clean"))]
    told = story_words(scene, (PRACTICE,))
    review, words, player = coached.review(scene.state), wording(scene.state), scene.state.document.player_side
    for side, one in ((RED, review.summary.red), (BLACK, review.summary.black)):
        if player in (None, side):
            told += [Spoken(text) for text in words.beyond_accuracy(side, one)]
    if own and len(open_still) < len(own):
        told.append(Spoken(texts("story.found", found=len(own) - len(open_still), count=len(own))))
    return told


def _side_row(scene: PanelContext, row: pygame.Rect, side: int) -> list[Widget]:
    """Lay out a side's accuracy, and its number of marks of each kind."""
    summary = analysed.assessment(scene.state).summary(side)
    words = scene.texts("player.you") if scene.state.document.player_side == side else scene.side_name(side)
    if summary.accuracy is not None:
        words = scene.texts("analysis.accuracy", side=words, percent=round(summary.accuracy))
    counts = _marks_words(scene, summary.counts)
    name = Label(f"summary.{side}", row, words, single=True)
    if not _wide_enough(scene, row, (words, BODY, False), (counts, SMALL, False)):
        return [name]
    return [name, Label(f"summary.counts.{side}", row.copy(), counts, SMALL, single=True, align="right")]


def _marks_words(scene: PanelContext, counts: Mapping[Grade, int]) -> str:
    """Return the number of marks of each kind in words, the gravest first; "" for none."""
    texts = scene.texts
    marked = [grade for grade in reversed(FAULTS) if counts[grade]]
    return texts.listed(texts(_MARKS[grade], count=counts[grade]) for grade in marked)


# ---- All moments ----

_TILE: Final = 140.0  # height of a tile with everything, points
_LOW_TILE: Final = 64.0  # the same for one with two lines
_FEW: Final = 4  # the most moments in one row of tiles
_LEAST_ACROSS: Final = 3  # tiles are not wider than a third
_LEAST_TILE: Final = 128.0  # least width of a tile, points
_DISCS: Final = 44.0  # height of a row of nothing but discs, points


@dataclass
class MomentTile(Button):
    """A moment in a few words; a click turns to it."""

    disc: Disc | None = None
    title: str = ""
    entry: MoveEntry | None = None
    cost: str = ""
    found: str = ""  # shown instead of the cost once the better move has been found
    theme: PieceTheme | None = None

    def draw(self, painter: Painter, memory: Memory) -> None:
        palette, disc = painter.palette, self.disc
        if disc is None:
            return
        ground = (
            palette.hover if memory.hover == self.key else palette.raised if disc.current else palette.surface
        )
        painter.box(self.rect, ground, CARD_RADIUS - 2, palette.accent if disc.current else None)
        if self.has_focus(memory):
            painter.ring(self.rect, palette.accent, CARD_RADIUS - 2)
        radius = painter.px(DISC / 2)
        if self.rect.height < painter.px(_LOW_TILE - GAP):
            draw_disc(painter, disc, self.rect.center)
            return
        is_high = self.rect.height >= painter.px(_TILE - GAP)
        room = Room(self.rect, painter.unit).inner(10)
        if not is_high:  # so that a title has room for two small lines
            room.rest = room.rest.inflate(0, 2 * painter.px(6))
        head = room.top(DISC, 6 if is_high else 0)
        draw_disc(painter, disc._replace(current=False), (head.left + radius, head.centery))
        words = pygame.Rect(head.left + 2 * radius + painter.px(GAP), head.top, 0, head.height)
        words.width = head.right - words.left
        used = painter.write(self.label, words, bold=True)
        if is_high:
            self._draw_rest(painter, room)
            return
        aside = pygame.Rect(words.left + used, head.top, words.width - used, head.height)
        if painter.width(self.cost, SMALL) + painter.px(GAP) <= aside.width:
            painter.write(self.cost, aside, size=SMALL, colour=palette.muted, align="right")
        painter.caption(self.title, room.rest, size=SMALL)

    def _draw_rest(self, painter: Painter, room: Room) -> None:
        palette, entry = painter.palette, self.entry
        foot = room.bottom_px(painter.line_height(SMALL), 2)
        painter.write(
            self.found or self.cost, foot, size=SMALL, colour=palette.good if self.found else palette.muted
        )
        if entry is not None:
            colour = palette.red_side if entry.side == RED else palette.black_side
            MoveLabel(entry.text, entry.piece).write(painter, room.bottom(26, 2), colour, self.theme)
        painter.paragraph(self.title, room.rest, size=SMALL)


def _grid(scene: PanelContext, width_px: int, count: int) -> tuple[int, int]:
    """Return the numbers of columns and rows of tiles; 0 rows if the column is too narrow for tiles."""
    across = count if count <= _FEW else -(-count // 2)
    while across > 1 and width_px // across < scene.px(_LEAST_TILE):
        across = -(-across // 2)
    return across, -(-count // across) if width_px // across >= scene.px(_LEAST_TILE) and count else 0


def tiles_height(scene: PanelContext, box: pygame.Rect, most_px: int) -> int:
    """Return the height in px of the card with all moments; 0 if there are none."""
    count, edges = len(moments(scene.state)), 2 * scene.px(GAP)
    if not count:
        return 0
    _, rows = _grid(scene, box.width - edges, count)
    for tile in (_TILE, _LOW_TILE):
        if 0 < rows * scene.px(tile) + edges <= most_px and rows:
            return rows * scene.px(tile) + edges
    return scene.px(_DISCS) + edges


def tiles_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    """Lay out all moments as tiles, as large as the height of the card allows."""
    known = moments(scene.state)
    if not known:
        return []
    room, count, gap = Room(rect, scene.painter.unit).inner(GAP), len(known), scene.px(4)
    across, rows = _grid(scene, room.rest.width, count)
    if not rows or room.rest.height < rows * scene.px(_LOW_TILE):
        across, rows = count, 1
    high = room.rest.height // rows
    strips = (
        pygame.Rect(
            room.rest.left, room.rest.top + high * row, room.rest.width, high - (gap if rows > 1 else 0)
        )
        for row in range(rows)
    )
    thirds = room.rest.width // _LEAST_ACROSS >= scene.px(_LEAST_TILE) and high >= scene.px(_LOW_TILE)
    least = max(across, _LEAST_ACROSS) if rows == 1 and thirds else across
    cells = [cell for strip in strips for cell in columns(strip, least, gap)]
    return [Card("story.moments", rect), *(_tile(scene, *pair) for pair in zip(cells, known, strict=False))]


def _tile(scene: PanelContext, cell: pygame.Rect, moment: Moment) -> MomentTile:
    entry, texts = scene.entries[moment.ply - 1], scene.texts
    return MomentTile(
        f"story.moment.{moment.number}",
        cell,
        texts("moment.move", number=entry.number),
        TurnPage(moment.ply),
        disc=disc_of(scene, moment),
        title=moment_title(scene, moment),
        entry=entry,
        cost=loss_words(scene, moment),
        found=texts("moment.found_short") if is_found(scene.state, moment) else "",
        theme=_theme(scene),
    )


def page_before(state: AppState) -> int | None:
    """Return the page before the one that is shown, or None."""
    return _beside(state, -1)


def page_after(state: AppState) -> int | None:
    """Return the page after the one that is shown, or None."""
    return _beside(state, 1)


def _beside(state: AppState, step: int) -> int | None:
    story = told_story(state)
    complete = analysed.assessment(state).is_complete
    pages = [FIRST, *(moment.ply for moment in moments(state)), *([LAST] if complete else [])]
    at = pages.index(story.page) if story is not None and story.page in pages else 0
    return pages[at + step] if 0 <= at + step < len(pages) else None
