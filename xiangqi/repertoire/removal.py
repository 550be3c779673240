"""Removes lines from a repertoire, keeping the moves that other lines need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from xiangqi.board import Board
from xiangqi.fen import START_FEN
from xiangqi.records.tree import Game, GameNode
from xiangqi.repertoire.lines import Repertoire, RepertoireMove, canonical


def without_lines(repertoire: Repertoire, games: Iterable[Game]) -> Repertoire:
    """Return the repertoire without the lines of some records.

    A line runs from the start to the end of a record or of one of its variations. A line that the repertoire
    does not contain as a whole removes nothing. A move remains if another line goes on after it, or if another
    line, by another order of moves, comes to the position before it and has no other way to go on.
    """
    held = set(repertoire.moves())
    chosen: set[RepertoireMove] = set()
    for game in games:
        chosen |= _moves_of_lines(game, repertoire.side, held)
    steps = [(step.known, step.after) for step in repertoire.walk()] if chosen else []
    onwards, back = defaultdict(list), defaultdict(list)
    for known, after in steps:
        onwards[known.place].append(after)
        back[after].append(known.place)
    others = [(known.place, after) for known, after in steps if known not in chosen]
    before = _reached((place for place, _ in others), back)  # from here, some other line goes on
    behind = _reached((after for _, after in others if after not in before), onwards)
    gone = {
        known for known, after in steps if known in chosen and known.place not in behind and after not in before
    }
    tables = [
        {
            place: left
            for place, moves in table.items()
            if (left := tuple(move for move in moves if RepertoireMove(place, move, own) not in gone))
        }
        for own, table in ((True, repertoire.answers), (False, repertoire.covered))
    ]
    return Repertoire(repertoire.side, *tables)


def _moves_of_lines(game: Game, side: int, held: set[RepertoireMove]) -> set[RepertoireMove]:
    """Return the moves of those lines of a record that the repertoire contains.

    A final move of the opponent need not be in the repertoire.
    """
    found: set[RepertoireMove] = set()
    if game.start_fen.split()[:2] != START_FEN.split()[:2]:
        return found
    board, line = Board(), list[RepertoireMove]()
    waiting: list[tuple[GameNode, int]] = [(child, 0) for child in game.root.children]
    while waiting:
        node, ply = waiting.pop()
        while len(line) > ply:
            line.pop()
            board.pop()
        if node.move is None:
            continue
        known = RepertoireMove(*canonical(board, node.move), board.turn == side)
        ends = all(child.move is None for child in node.children)
        if ends and not known.own:  # held if it leads to a position with an answer in another line
            found.update(line)
            found |= {known} & held
        elif known in held:
            line.append(known)
            board.push(node.move)
            waiting += [(child, ply + 1) for child in node.children]
            found.update(line if ends else ())
    return found


def _reached(starts: Iterable[str], ways: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the starts and all positions that `ways` reach from them."""
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            waiting += ways.get(place, ())
    return found
