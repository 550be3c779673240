"""The words of a review in story form: verdict and accuracy, each moment's title, cost and better move."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from xiangqi.app.coach import coached
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.moments import Moment, moments
from xiangqi.coach.facts import Fact, FactKind, Start
from xiangqi.coach.notes import NO_CAUSES
from xiangqi.coach.spoils import LEAST_TOLD, spoils_of, told_part
from xiangqi.core.constants import ADVISOR, BISHOP, BLACK, CANNON, KNIGHT, PAWN, RED, ROOK, opponent
from xiangqi.line import Line, Moves
from xiangqi.ui.parts.context import Telling

_WINNING: Final = 0.8  # a chance from which a side is winning
_SLIPPED: Final = 0.65  # a chance below which a win has slipped away
_BETTER: Final = 0.55  # a chance above which a side stands better
_LOST: Final = 0.2
_MATES: Final = (FactKind.MATE, FactKind.FORCED_MATE)
_PIECES: Final = {
    ROOK: "chariot",
    CANNON: "cannon",
    KNIGHT: "horse",
    ADVISOR: "advisor",
    BISHOP: "elephant",
    PAWN: "soldier",
}


def moment_title(scene: Telling, moment: Moment) -> str:
    """Return a title for a moment, by its cause or by the chances before and after.

    Titles name the side unless it is the player's own, so that both sides' titles differ. A title that the side
    has had already says so.
    """
    name = _title_name(scene, moment)
    title = scene.texts(name, side=scene.side_name(moment.side))
    earlier = (one for one in moments(scene.state) if one.number < moment.number and one.side == moment.side)
    is_again = any(_title_name(scene, one) == name for one in earlier)
    return scene.texts("moment.title.again", title=title) if is_again else title


def _title_name(scene: Telling, moment: Moment) -> str:
    """Return the name of the message with a moment's title."""
    is_own = scene.state.document.player_side == moment.side
    what, piece = _title(scene, moment), _piece_lost(scene, moment)
    if what == "returned":
        return "moment.title.returned_you" if is_own else "moment.title.returned"
    if not what and piece:
        return f"moment.title.lost_{piece}" if is_own else f"moment.title.loses_{piece}"
    what = what or _by_chances(moment)
    return f"moment.title.{what}" if is_own else f"moment.title.side.{what}"


def _title(scene: Telling, moment: Moment) -> str:
    """Return the name of a title that is used in preference to that of a lost piece; "" if none applies."""
    cause = _cause(scene, moment)
    if cause is not None and cause.kind in _MATES:
        return "mate_allowed" if cause.start is Start.AFTER else "mate_missed"
    if moment.before >= _WINNING and moment.verdict.after < _SLIPPED:
        return "win_lost"
    return "returned" if _gives_back(scene, moment) else ""


def _cause(scene: Telling, moment: Moment) -> Fact | None:
    told = coached.facts(scene.state, moment.ply) or ()
    return next((fact for fact in told if fact.kind not in NO_CAUSES), None)


def _gives_back(scene: Telling, moment: Moment) -> bool:
    """Return whether the moment gives back at least half of what the other side gave at the one before."""
    before = next((one for one in moments(scene.state) if one.number == moment.number - 1), None)
    return before is not None and before.side != moment.side and moment.verdict.loss >= before.verdict.loss / 2


def _piece_lost(scene: Telling, moment: Moment) -> str:
    """Return the most valuable piece that the move loses by force, "" if it loses none."""
    cause = _cause(scene, moment)
    if cause is None or cause.start is not Start.AFTER or not cause.gain or cause.kind is FactKind.THREAT:
        return ""
    after = scene.state.document.line.upto(moment.ply)
    return _most_valuable(after, cause.proof, cause.gain, opponent(moment.side))


@lru_cache(maxsize=64)
def _most_valuable(after: Line, proof: Moves, gain: int, winner: int) -> str:
    """Return the most valuable piece that a proof wins from a position, "" if it wins too little to mention."""
    board = after.board()
    spoils = spoils_of(board, told_part(board, proof, gain), winner)
    return _PIECES[spoils.won[0]] if spoils.won and spoils.balance >= LEAST_TOLD else ""


def _by_chances(moment: Moment) -> str:
    before, after = moment.before, moment.verdict.after
    if before > _BETTER:
        return "turned" if after < 1 - _BETTER else "lead"
    if after <= _LOST:
        return "decided"
    return "balance" if before >= 1 - _BETTER else "harder"


def cost_words(scene: Telling, moment: Moment) -> str:
    """Return the cost of a moment: the mover's chances before and after it."""
    before, after = round(100 * moment.before), round(100 * moment.verdict.after)
    if scene.state.document.player_side == moment.side:
        return scene.texts("moment.your_chances", before=before, after=after)
    return scene.texts("moment.chances", side=scene.side_name(moment.side), before=before, after=after)


def loss_words(scene: Telling, moment: Moment) -> str:
    """Return the change in the player's chances at a moment, briefly; without a single player, the mover's."""
    own, percent = scene.state.document.player_side, round(100 * moment.verdict.loss)
    return scene.texts("moment.lost" if own in (None, moment.side) else "moment.won", percent=percent)


def played_words(scene: Telling, moment: Moment) -> str:
    """Return the words that introduce the move played and say who played it."""
    if scene.state.document.player_side == moment.side:
        return scene.texts("moment.you_played")
    return scene.texts("moment.side_played", side=scene.side_name(moment.side))


def hope_words(scene: Telling, moment: Moment) -> str:
    """Return the effect that a better move would have had, without naming the move."""
    if moment.before >= _WINNING:
        return scene.texts("moment.keeps_win")
    if moment.before > _BETTER:
        return scene.texts("moment.keeps_lead")
    return scene.texts("moment.keeps_balance" if moment.before >= 1 - _BETTER else "moment.resists")


# ---- The game ----


def accuracy_words(scene: Telling) -> str:
    """Return the player's accuracy in words, or that of both sides in a game between others."""
    found, own = analysed.assessment(scene.state), scene.state.document.player_side
    known = {side: found.summary(side).accuracy for side in (RED, BLACK)}
    red, black = ("–" if accuracy is None else f"{round(accuracy)}%" for accuracy in known.values())
    if own is not None:
        return scene.texts("story.accuracy_you", percent=red if own == RED else black)
    return scene.texts("story.accuracy", red=red, black=black)


def verdict_words(scene: Telling) -> str:
    """Return a sentence on how the game ended, and on whether a side let a win slip."""
    state, texts = scene.state, scene.texts
    count = positions.full_moves(len(state.document.line.moves))
    known, winner = _winner(scene)
    if not known:
        return texts("story.open", count=count)
    if winner is None:
        side = _had_won(scene)
        if side is None:
            return texts("story.drawn", count=count)
        own = side == state.document.player_side
        return texts("story.drawn_let_go_you" if own else "story.drawn_let_go", side=scene.side_name(side))
    player, loser = state.document.player_side, opponent(winner)
    name = "won" if player is None else "you_won" if player == winner else "you_lost"
    sides = {"side": scene.side_name(winner), "other": scene.side_name(loser)} if player is None else {}
    if _best_of(scene, loser) >= _WINNING:
        return texts(f"story.{name}_turned", count=count, **sides)
    return texts(f"story.{name}", count=count, **sides)


def _winner(scene: Telling) -> tuple[bool, int | None]:
    """Return whether the game has a result, and the side that has won, None for a draw."""
    play = scene.state.document.play
    if play is not None and type(play) is GameInProgress and play.end is not None:
        return True, play.end.winner
    result = scene.state.document.tree.game.result
    ended = view.board_end(scene.state) if view.line(scene.state).at_end else None
    if ended is not None:
        return True, ended.winner
    return result != "*", {"1-0": RED, "0-1": BLACK}.get(result)


def _best_of(scene: Telling, side: int) -> float:
    """Return the best chance that a side had in any known position of the game but the last."""
    known = [chance for chance in analysed.assessment(scene.state).chances[:-1] if chance is not None]
    return max((chance if side == RED else 1.0 - chance for chance in known), default=0.0)


def _had_won(scene: Telling) -> int | None:
    """Return the side that was winning at some point of a game that ended in a draw, or None."""
    best = max((RED, BLACK), key=lambda side: _best_of(scene, side))
    return best if _best_of(scene, best) >= _WINNING else None
