"""The column beside the board while a game is played or a record is viewed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from xiangqi.action import Action
from xiangqi.app.coach import coached
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.times import thinking_time
from xiangqi.app.game.engine_match import StepGame
from xiangqi.app.game.play import Rematch, stepped
from xiangqi.app.game.resign_draw import OfferDraw, Resign
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.library.state import LibraryState
from xiangqi.app.records.browse import ContinueFromHere, GoLast
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.session import positions, view
from xiangqi.app.session.intents import Hint, StartReview
from xiangqi.app.session.judgement import is_decided
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.panels import Flip, OpenPanel
from xiangqi.app.session.players import PlayerKind
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.app.session.searches import Purpose
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.turns import can_pause, is_human_turn, side_to_move
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.core.constants import BLACK, RED, opponent
from xiangqi.ui.coach.coach_cards import coach_note, coach_note_height
from xiangqi.ui.exercises.puzzle_card import leads_back, puzzle_card
from xiangqi.ui.game.captured import taken_pieces
from xiangqi.ui.game.end_card import end_card, end_height
from xiangqi.ui.library.explorer_card import explorer_card
from xiangqi.ui.parts.cards import Card, NoteCard, PlayerCard
from xiangqi.ui.parts.coach_rows import told_moves
from xiangqi.ui.parts.context import PanelContext, Room, columns, is_wide, parts, two_rows
from xiangqi.ui.parts.engine_words import speed_text
from xiangqi.ui.parts.line_card import line_card, line_card_height
from xiangqi.ui.parts.move_list import moves_card
from xiangqi.ui.parts.tool_row import TOOLS, tool_row
from xiangqi.ui.records.annotation import annotation_card
from xiangqi.ui.records.record_cards import (
    judged_card,
    judged_height,
    record_buttons,
)
from xiangqi.ui.toolkit.roles import CONTROL, GAP, LEAD, SMALL
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Widget

_PLAYER: Final = 60.0
_TAKEN_SHARE: Final = (0.46, 0.88)  # left and right end of the captured pieces, as shares of a card's width
_LINE: Final = 26.0  # height of the title of a note
_BEFORE_CLOCK: Final = 0.7  # right end of the captured pieces if there is a clock
_NOTE: Final = 92.0
_RESUME: Final = 116.0
_PUZZLE: Final = 128.0
_SWITCH: Final = 28.0
_LEAST_EXPLORER: Final = 210.0
_COMMENT_SHARE: Final = 0.36  # share of the height between players and buttons that a comment gets
_BESIDE_COMMENT: Final = 0.46  # share of the width that the moves get beside a comment
_EXPLORER_SHARE: Final = 0.6
_FEW: Final = 3  # this many buttons or fewer are in one row, whatever its width


def playing_column(scene: PanelContext, box: pygame.Rect) -> list[Widget]:
    """Lay out the players at both ends and, between them, the moves, a note, and the buttons."""
    room = Room(box, scene.painter.unit)
    upper, lower = (RED, BLACK) if scene.state.flipped else (BLACK, RED)
    tools = tool_row(scene, room.bottom(TOOLS))
    above, below = _player(scene, upper, room.top), _player(scene, lower, room.bottom)
    buttons = [*_buttons(scene, room), *_coach_switch(scene, room)]
    return [*above, *_between(scene, room), *buttons, *below, *tools]


def _between(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the moves, and beside or below them the explorer, comments or a note."""
    state, rest = scene.state, room.rest
    explorer, height = state.part(LibraryState).explorer, rest.height
    judged = scene.px(_note_height(scene, rest.width))
    if explorer is not None:
        roomy = height - judged > scene.px(2 * _LEAST_EXPLORER)
        note = _note(scene, room.bottom_px(judged)) if roomy and _has_note(scene) else []
        card, moves = parts(scene, room.rest, round(room.rest.height * _EXPLORER_SHARE), _EXPLORER_SHARE)
        return [*explorer_card(scene, card, explorer), *moves_card(scene, moves), *note]
    if view.takes_notes(state):
        least = scene.px(_NOTE + (2 * CONTROL if view.judged_cycle(state) else 0.0))
        written = max(least, round(_COMMENT_SHARE * height))
        moves, comment = parts(scene, rest, height - written - scene.px(GAP), _BESIDE_COMMENT)
        return [*moves_card(scene, moves), *_note(scene, comment)]
    note = _note(scene, room.bottom_px(judged)) if _has_note(scene) else []
    return [*moves_card(scene, room.rest), *note]


def _has_note(scene: PanelContext) -> bool:
    """Return whether there is a note to show below the moves, other than the one on how to get a hint."""
    state, play = scene.state, scene.state.document.play
    if state.preview is not None or state.mode(Puzzle) is not None or not state.document.at_tip:
        return True
    if coach_note_height(scene, 1) or state.resume is not None or (play is not None and play.end is not None):
        return True
    hinting = state.search is not None and state.search.purpose is not Purpose.PLAY
    told = (
        state.selection.hint is not None
        or () in state.preparing
        or (play is not None and play.setup.is_watched)
    )
    return hinting or told or view.status(state) is view.Status.PAUSED


def _player(scene: PanelContext, side: int, cut: Callable[[float], pygame.Rect]) -> list[Widget]:
    """Lay out a player at one end of the column, with the captured pieces beside or below the name."""
    rect = cut(_PLAYER)
    card = _player_card(scene, side, rect)
    share_from, share_to = _TAKEN_SHARE
    left = rect.left + round(rect.width * share_from)
    right = rect.left + round(rect.width * (share_to if not card.clock else _BEFORE_CLOCK))
    place = pygame.Rect(left, rect.top, right - left, rect.height)
    if not is_wide(scene, rect):
        place.top, place.height = rect.centery, rect.height // 2
    taken = taken_pieces(scene, side, place)
    if taken:
        card.status_end, card.name_end = left, left if is_wide(scene, rect) else 0
    return [card, *taken]


def _player_card(scene: PanelContext, side: int, rect: pygame.Rect) -> PlayerCard:
    state = scene.state
    player = view.player(state, side)
    side_name, name = scene.side_name(side), scene.player_name(player)
    play, puzzle = state.document.play, state.mode(Puzzle)
    if puzzle is not None and puzzle.origin is not None:
        name = ""  # nobody is played against
    if not name and state.document.player_side == side:
        name = scene.texts("player.you")
    score = view.session_score(state, side)
    if score is not None:
        name = f"{name} · {_points(score)}"
    snapshot = view.snapshot(state)
    result = view.shown_result(state)
    reading = view.reading(state, side)
    timed = play if reading is not None else None
    moving = (side_to_move(timed) if timed is not None else snapshot.turn) == side
    over = timed.end is not None if timed is not None else result is not None
    return PlayerCard(
        key=f"player.{side}",
        rect=rect,
        side=side,
        name=f"{side_name} · {name}" if name else side_name,
        status=_status(scene, side),
        note=thinking_time(state) if _is_thinking(state, side) else _word(scene, side),
        active=moving and not over,
        alarm=result is None and snapshot.turn == side and snapshot.check_square is not None,
        won=result is not None and result.winner == side and view.is_won_here(state),
        clock=reading.text if reading is not None else "",
        low=reading is not None and reading.low,
        theme=look(state.settings.theme, state.settings.piece_set).pieces,
    )


def _points(score: float) -> str:
    """Return a score in points as text, with ½ for a half."""
    whole = int(score)
    return f"{whole or ''}½" if score > whole else str(whole)


def _is_thinking(state: AppState, side: int) -> bool:
    """Return whether an engine is thinking about a move of a side in the game on the board."""
    search = state.search
    shown = search is not None and search.document_id == state.document.id and view.is_thinking(state)
    return shown and search is not None and search.side == side


def _word(scene: PanelContext, side: int) -> str:
    """Return a watched engine's latest evaluation of its own position."""
    document = scene.state.document
    play = document.play if document.at_tip else None
    word = play.word(side) if play is not None and play.end is None and play.setup.is_watched else None
    return "" if word is None else _score_words(scene, word.score_cp, word.mate, side, short=True)


def _status(scene: PanelContext, side: int) -> str:
    state, texts = scene.state, scene.texts
    result, play = view.shown_result(state), state.document.play
    if result is not None:
        if result.winner is None:
            return texts("status.drew")
        return texts("status.won" if result.winner == side else "status.lost")
    if play is not None and view.is_preparing(state, play.setup.player(side)):
        return texts("engine.preparing")
    if play is not None and view.status(state) is view.Status.PAUSED:
        return texts("status.paused") if side_to_move(play) == side else ""
    snapshot = view.snapshot(state)
    if _is_thinking(state, side):
        return _thinking(scene)
    if snapshot.turn != side:
        waits = play is not None and play.setup.human_side == side and state.selection.premove is not None
        return texts("status.premove") if waits else ""
    if snapshot.check_square is not None:
        return texts("status.check")
    mine = play is not None and play.setup.human_side == side and state.document.at_tip
    return texts("status.your_turn" if mine else "status.to_move")


def _thinking(scene: PanelContext) -> str:
    search, play = scene.state.search, scene.state.document.play
    if search is not None and search.info is not None and play is not None and play.setup.is_watched:
        return scene.texts("status.thinking_depth", depth=search.info.depth)
    return scene.texts("status.thinking")


# ---- The note: whatever is most worth saying ----


def _note_height(scene: PanelContext, width_px: int) -> float:
    """Return the height of the note in points; the coach's text gets as many lines as it needs."""
    if scene.state.preview is not None:
        return line_card_height(scene, width_px)
    if _tells_end(scene.state):
        return end_height(scene, width_px)
    usual = judged_height(scene, width_px) if view.judged_cycle(scene.state) else _NOTE
    if scene.state.resume is not None and scene.state.document.play is not None:
        usual = _RESUME
    elif scene.state.mode(Puzzle) is not None:
        usual = _PUZZLE
    return max(usual, coach_note_height(scene, width_px))


def _tells_end(state: AppState) -> bool:
    """Return whether the note is about the end of the game on the board."""
    play = state.document.play
    if play is None or play.end is None or not state.document.at_tip or view.judged_cycle(state) is not None:
        return False
    busy = state.preview is not None or state.resume is not None or state.mode(Puzzle) is not None
    coaching = coached.hint_at(state) is not None or view.shown_interruption(state) is not None
    return not (busy or coaching or view.takes_notes(state))


def _note(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    state = scene.state
    if state.preview is not None:
        return line_card(scene, rect, state.preview)
    coached = coach_note(scene, rect)
    if coached:
        return coached
    if state.resume is not None and state.document.play is not None:  # a record's comments need the room
        return _resume_card(scene, state.resume, rect)
    if view.takes_notes(state):
        return annotation_card(scene, state.document, rect)
    if view.status(state) is view.Status.PAUSED:
        return _pause_card(scene, rect)
    if not state.document.at_tip:
        return _looking_back(scene, rect)
    puzzle = state.mode(Puzzle)
    if puzzle is not None:
        return puzzle_card(scene, puzzle, rect)
    if view.judged_cycle(state) is not None:
        return judged_card(scene, rect)
    return end_card(scene, rect) if _tells_end(state) else [_engine_card(scene, rect)]


def _looking_back(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts, shown = scene.texts, view.line(scene.state)
    room = Room(rect, scene.painter.unit).inner(12)
    title = _place_in_game(scene, shown)
    left, right = columns(room.bottom(CONTROL - 2), 2, scene.px(GAP))
    return [
        Card("note", rect, marked=True),
        Label("note.title", room.rest, title, single=True),
        Button("back.return", left, texts("button.last"), GoLast()),
        Button(
            "back.play",
            right,
            texts("button.play_on"),
            ContinueFromHere(),
            enabled=view.can_play_on(scene.state),
            primary=True,
        ),
    ]


def _place_in_game(scene: PanelContext, shown: view.ShownLine) -> str:
    """Return the number of the shown position's last move as text, counting rounds as players do."""
    if shown.ply == 0:
        return scene.texts("status.viewing_start")
    late = 0 if shown.whole.turn_at(0) == RED else 1  # a line that Black begins
    side = RED if (shown.ply + late) % 2 == 1 else BLACK
    number, total = (positions.full_moves(ply + late) for ply in (shown.ply, len(shown.moves)))
    return scene.texts("status.viewing", move=number, side=scene.side_name(side), total=total)


def _pause_card(scene: PanelContext, rect: pygame.Rect) -> list[Widget]:
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(12)
    go_on = room.bottom(CONTROL - 2)
    return [
        Card("note", rect, marked=True),
        Label("note.title", room.rest, texts("pause.title"), bold=True, single=True),
        Button("pause.go_on", go_on, texts("button.go_on"), PauseGame(), icon="play", primary=True),
    ]


def _resume_card(scene: PanelContext, offer: ResumeOffer, rect: pygame.Rect) -> list[Widget]:
    texts = scene.texts
    room = Room(rect, scene.painter.unit).inner(12)
    red, black = (
        scene.player_name(player) or (texts("player.you") if offer.play.setup.human_side == side else name)
        for player, side, name in (
            (offer.play.setup.red, RED, texts("side.red")),
            (offer.play.setup.black, BLACK, texts("side.black")),
        )
    )
    words = texts("resume.text", red=red, black=black, count=positions.full_moves(len(offer.play.moves)))
    left, right = columns(room.bottom(CONTROL - 4), 2, scene.px(GAP))
    title, muted = room.top(_LINE, 0), scene.painter.palette.muted
    return [
        Card("note", rect, marked=True),
        Label("resume.title", title, texts("resume.title"), size=LEAD, bold=True, single=True),
        Label("resume.text", room.rest, words, size=SMALL, single=True, colour=muted),
        Button("resume.no", left, texts("button.discard"), AnswerResume(False)),
        Button("resume.yes", right, texts("button.resume"), AnswerResume(True), primary=True),
    ]


def _engine_card(scene: PanelContext, rect: pygame.Rect) -> NoteCard:
    """Lay out the hint with its evaluation, or how to get a hint."""
    state, texts = scene.state, scene.texts
    search = state.search
    if () in state.preparing:
        return NoteCard("note", rect, title=texts("engine.title"), body=texts("engine.preparing"))
    if search is None or search.purpose is Purpose.PLAY:
        hint = _hint_text(state)
        title = texts("engine.hint", move=hint) if hint else texts("engine.title")
        return NoteCard(
            "note", rect, title=title, body="" if hint else texts("engine.watched"), marked=bool(hint)
        )
    if search.info is None or search.purpose is Purpose.HINT:  # hints are given step by step
        return NoteCard("note", rect, title=texts("engine.title"), body=_thinking(scene))
    info = search.info
    speed = speed_text(scene, info.nps)
    aside = " · ".join(filter(None, (texts("engine.depth", depth=info.depth), speed)))
    title = _score_words(scene, info.score_cp, info.mate, search.side)
    return NoteCard("note", rect, title=title, aside=aside, body="  ".join(view.pv_texts(state)))


def _hint_text(state: AppState) -> str:
    if state.selection.hint is None:
        return ""
    return told_moves(state, view.line(state).here, (state.selection.hint,))


def _score_words(
    scene: PanelContext, score_cp: int | None, mate: int | None, side: int, short: bool = False
) -> str:
    """Return an evaluation in pawns from Red's view, with words unless the short form is requested."""
    if mate is not None:
        winner = scene.side_name(side if mate > 0 else opponent(side))
        return f"{winner} · " + scene.texts("engine.mate", moves=abs(mate))
    if score_cp is not None and is_decided(score_cp):
        winner = scene.side_name(side if score_cp > 0 else opponent(side))
        return scene.texts("analysis.winning", side=winner)
    pawns = (score_cp or 0) / 100 * (1 if side == RED else -1)
    score = f"{pawns:+.2f}".replace("-", "−")
    return score if short else scene.texts("engine.title") + f" {score}"


# ---- Buttons ----


def _buttons(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the buttons at the foot of a room: one row of them if it is wide or they are few, else two."""
    if scene.state.document.play is None:
        return record_buttons(scene, room.bottom(CONTROL))
    puzzle, gap = scene.state.mode(Puzzle), scene.px(GAP)
    practised = puzzle is not None and puzzle.origin is not None
    specs = _practice_specs(scene, puzzle) if puzzle is not None and practised else _game_specs(scene)
    if is_wide(scene, room.rest) or len(specs) <= _FEW:
        cells = columns(room.bottom(CONTROL), len(specs), gap)
    else:
        upper, lower = two_rows(scene, room.bottom(2 * CONTROL + GAP))
        below = len(specs) // 2
        cells = [*columns(upper, len(specs) - below, gap), *columns(lower, below, gap)]
    contest = scene.state.document.play.is_contest
    tips = {"hint": scene.texts("engine.no_hints")} if contest else {}
    return [
        Button(
            f"game.{name}",
            cell,
            scene.texts(f"button.{name}"),
            action,
            enabled=enabled,
            primary=primary,
            tip=tips.get(name, ""),
        )
        for cell, (name, action, enabled, primary) in zip(cells, specs, strict=True)
    ]


def _coach_switch(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the switch that turns the coach's comments on or off, at the foot of a room."""
    state, play = scene.state, scene.state.document.play
    if type(play) is not GameInProgress or state.document.id != state.current_game.id:
        return []
    if play.end is not None or play.clock is not None or play.setup.human_side is None:
        return []
    speaks = coached.comments_below(state) is not None
    word, other = ("on", "") if speaks else ("off", "mistake")
    label, tip = scene.texts(f"coach_switch.{word}"), scene.texts("coach_switch.tip")
    icon, change = "check" if speaks else "minus", ChangeSettings({"coach_interrupts": other})
    return [Button("game.coach", room.bottom(_SWITCH), label, change, icon=icon, quiet=True, tip=tip)]


_Spec = tuple[str, Action, bool, bool]
"""A button of a game: name, action, whether it can be used, whether it is the main one."""


def _practice_specs(scene: PanelContext, puzzle: Puzzle) -> tuple[_Spec, ...]:
    """Return the buttons while a mistake is practised, which is no game to be resigned."""
    return (
        ("leave", CloseRecord(), True, leads_back(scene, puzzle)),
        ("take_back", TakeBack(), view.can_take_back(scene.state), False),
        ("hint", Hint(), is_human_turn(puzzle), False),
        ("flip", Flip(), True, False),
    )


def _game_specs(scene: PanelContext) -> tuple[_Spec, ...]:
    """Return the buttons of a game."""
    state = scene.state
    play = state.document.play or state.play
    playing = play.is_unfinished and not play.setup.is_watched
    over = play.end is not None and state.mode(Puzzle) is None  # a puzzle has its own buttons to continue
    pausing = ("go_on" if play.paused else "pause", PauseGame(), True, False)
    back = ("take_back", TakeBack(), view.can_take_back(state), False)
    helping = ("hint", Hint(), is_human_turn(play) and not play.paused and not play.is_contest, False)
    specs: tuple[_Spec, ...] = (
        ("new", OpenPanel(Panel.NEW_GAME), True, False),
        pausing if can_pause(play) else back,
        back if play.is_contest and play.setup.is_hot_seat else helping,
        ("flip", Flip(), True, False),
        ("draw", OfferDraw(), playing, False),
        ("resign", Resign(), playing, False),
    )
    if over:
        specs = _after_the_end(state, play)
        return specs[2:] if _tells_end(state) else specs  # the first two are on the card about the end
    if play.paused:  # a card shows that the game is paused
        return tuple(spec for spec in specs if spec is not pausing)
    if play.setup.is_watched:
        return (*specs[:2], ("step", StepGame(), play.end is None, False), *specs[3:])
    return specs


def _after_the_end(state: AppState, play: GameInProgress) -> tuple[_Spec, ...]:
    """Return the actions offered after a game: reviewing it, or playing another like it."""
    new = ("new", OpenPanel(Panel.NEW_GAME), True, False)
    back = ("take_back", TakeBack(), view.can_take_back(state), False)
    swaps = not play.setup.is_watched
    return (
        ("review", StartReview(), bool(play.moves), state.preview is None and state.document.at_tip),
        ("rematch", Rematch(swap=swaps), True, False),
        *_other_strengths(play),
        new,
        back,
        *(() if play.setup.human_side is not None else (("flip", Flip(), True, False),)),
    )


def _other_strengths(play: GameInProgress) -> tuple[_Spec, ...]:
    """Return rematches against a weaker opponent, unless the player won, and a stronger, unless they lost."""
    side, end = play.setup.human_side, play.end
    if side is None or end is None:
        return ()
    machine = play.setup.player(opponent(side))
    if machine.kind is not PlayerKind.COMPUTER:
        return ()
    steps = (("easier", -1, end.winner != side), ("harder", 1, end.winner in (None, side)))
    return tuple(
        (name, Rematch(swap=True, step=step), True, False)
        for name, step, fits in steps
        if fits and stepped(machine, step) != machine
    )
