"""Checks of reasons that rest on the engine's lines: each returns "", or why its claim is wrong."""

from __future__ import annotations

from tools.refute.positions import Scene, after_move, code_at, hits, is_safe, protectors_of, turned
from xiangqi import bitboards
from xiangqi.core.constants import BOTH


def shut_in(scene: Scene) -> str:
    """Return "" if the line takes the piece after a quiet first move, otherwise a reason."""
    square = scene.fact.pieces[1].square
    if code_at(scene.start, scene.fact.proof[0] & 255):
        return "the first move takes something"
    for index, step in enumerate(scene.fact.proof):
        if index % 2 == 0 and step & 255 == square:
            return ""
        square = step & 255 if step >> 8 == square else square
    return "the line does not take it"


def two_targets(scene: Scene) -> str:
    """Return "" if the side that moved attacks two targets and the line takes one, otherwise a reason."""
    shown, targets = scene.shown(), [piece.square for piece in scene.fact.pieces[1:]]
    again = turned(shown, scene.fact.side)
    own = [square for square, code in again.placement.items() if code & BOTH == scene.fact.side]
    hit = [target for target in targets if any(hits(again, square, target) for square in own)]
    checks = not is_safe(shown, shown.turn)
    if len(hit) < len(targets) or len(hit) + checks < 2:
        return "there are not two targets"
    return "" if scene.fact.proof[-1] & 255 in targets else "the line takes neither"


def stood(scene: Scene) -> str:
    """Return "" if an answer that was possible before takes the target where it stands, otherwise a reason."""
    earlier = turned(scene.before, scene.fact.side)
    if scene.fact.proof[0] not in bitboards.legal_moves(earlier):
        return "it was not possible before"
    return "" if scene.fact.proof[-1] & 255 == scene.fact.pieces[1].square else "the line does not take it"


def opened(scene: Scene) -> str:
    """Return "" if the move made the answer possible or took a guard from its target, otherwise a reason."""
    earlier = turned(scene.before, scene.fact.side)
    answer, move = scene.fact.proof[0], scene.move
    if scene.fact.name.startswith(("guard", "blocked")):
        square = scene.fact.pieces[2 if scene.fact.name == "blocked" else 1].square
        guard = move >> 8 if square == move & 255 else square
        covered = guard in protectors_of(earlier, answer)
        still = square in protectors_of(scene.after, answer)
        return "" if covered and not still else "the point has not lost that guard"
    return "it was possible before" if scene.fact.proof[0] in bitboards.legal_moves(earlier) else ""


def follows(scene: Scene) -> str:
    """Return "" if the last move takes or attacks the target where it stood at first, otherwise a reason."""
    *earlier, last = scene.fact.proof
    target, then = scene.fact.pieces[1], scene.start
    for step in earlier:
        then = after_move(then, step)
    if code_at(then, target.square) != target.code:
        return "the target does not stay"
    if scene.fact.name == "takes":
        return "" if last & 255 == target.square else "the line does not take it"
    return "" if hits(after_move(then, last), last & 255, target.square) else "the line does not attack it"


def king_step(scene: Scene) -> str:
    """Return "" if the line ends with a check, otherwise a reason."""
    final = scene.start
    for step in scene.fact.proof:
        final = after_move(final, step)
    return "it gives no check" if is_safe(final, final.turn) else ""
