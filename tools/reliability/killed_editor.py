"""A session in the program's own window that edits a record at random and reports each edit shown.

Used by `tools.reliability.kills`, like `killed_player`. It adds moves by clicks and comments by keys, goes
back and forth, and never saves. The reports, one a line:

    found FILE           the record shown first: unsaved edits of an earlier run, or the original
    new                  the original will now be opened in place of one that has grown large
    shown MOVES = TEXT   the moves from the start to the position on the board, and the comment there
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pygame

from tools.reliability.killed_player import PATIENCE_FRAMES, click, loop_and_look, report
from tools.reliability.tally import Tally
from xiangqi.app.game.play import NewGame
from xiangqi.app.records.browse import GoFirst
from xiangqi.app.records.loading import OpenFile
from xiangqi.app.runner import Runner
from xiangqi.app.session.document import Document
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.update import Answer
from xiangqi.board import Board, Move
from xiangqi.records.files import read_games
from xiangqi.records.text import pgn_writer
from xiangqi.records.tree import Game, GameNode

_PLIES: Final = 40
_DEEPEST: Final = 12  # the most moves from the start at which something is added
_MOST_NODES: Final = 150
_COMMENTS: Final = 0.4
_RECORD: Final = "record.pgn"

Moves = tuple[str, ...]


def write_record(home: Path) -> Path:
    """Write the record to edit, a game of random moves, into a folder."""
    chance, board, game = random.Random(1), Board(), Game()
    node = game.root
    for _ in range(_PLIES):
        node = node.add(chance.choice(board.legal_moves()))
        board.push(node.move or Move(0))
    path = home / _RECORD
    path.write_bytes(pgn_writer.write(game))
    return path


def _moves_to(node: GameNode) -> Moves:
    return tuple(step.move.iccs for step in node.path() if step.move is not None)


class ExpectedEdits:
    """A record to which moves and comments have been added."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._shown: dict[Moves, str] = {}  # the comments of positions that have been shown

    def hear(self, line: str, tally: Tally) -> None:
        """Handle a report; everything shown must be in the record that is found, or in a file beside it."""
        _, word, rest = line.rstrip("\n").split(" ", 2)
        if word == "new":
            self._shown = {}
        elif word == "shown":
            moves, _, comment = rest.partition("=")
            tally.moves += 1
            self._shown[tuple(moves.split())] = comment.strip()
        else:
            self._check(Path(rest), tally)

    def _check(self, found: Path, tally: Tally) -> None:
        tally.taken_up += found.name != _RECORD
        missing = self._missing(found)
        if missing and found.name == _RECORD:  # what had been shown again has its own file
            others = sorted(self._home.glob("unsaved-recovered-*.pgn"))
            if others and not self._missing(others[-1]):
                tally.finished += 1
                missing = []
        if missing:
            tally.lost.append(f"{found.name} is without {missing}")
        self._shown = _comments(found)

    def _missing(self, path: Path) -> list[str]:
        """Return the shown comments that a file lacks; it may have a longer comment than was shown."""
        there = _comments(path)
        return [
            f"{' '.join(moves)} = {comment} (there is {there.get(moves)!r})"
            for moves, comment in self._shown.items()
            if not there.get(moves, "-").startswith(comment)
        ]


def _comments(path: Path) -> dict[Moves, str]:
    (game,) = read_games(path)
    return {_moves_to(node): node.comment for node in game.root.walk()}


class KilledEditor:
    """Makes random edits, each as soon as the one before has been shown."""

    def __init__(self, record: Path, seed: int, report_to: int) -> None:
        """Start the session as the program does, with the unsaved edits of an earlier run or with a record.

        Args:
            record: the file.
            seed: the seed of the edits.
            report_to: descriptor of the file for reports.
        """
        self._record = record
        self._chance = random.Random(seed)
        self._report_to = report_to
        self._runner = Runner()
        self._runner.send(NewGame(Setup(Player(), Player())))
        self._runner.recover_drafts(show=True)
        if self._runner.state.loading is None:
            self._runner.send(OpenFile(record))
        self._load_id = 0
        self._number = 0
        self._frames = 0

    def play(self) -> None:
        """Edit in the window until the process is killed."""
        loop_and_look(self._runner, self._after_frame)

    def _after_frame(self) -> None:
        state = self._runner.state
        record = state.document
        if record.collection is None or state.loading is not None:
            return
        if record.id != self._load_id:
            self._load_id, self._number, self._frames = record.id, 0, 0
            report(self._report_to, "found", str(record.collection.path))
        if record.tree.number != self._number:
            self._number, self._frames = record.tree.number, 0
            comment = record.tree.comment(record.node)
            report(self._report_to, "shown", f"{' '.join(_moves_to(record.node))} = {comment}")
        if self._frames % PATIENCE_FRAMES == 0:
            self._edit(record)
        self._frames += 1

    def _edit(self, record: Document) -> None:
        if len(record.tree.changed) > _MOST_NODES:
            report(self._report_to, "new", "")
            self._runner.send(OpenFile(self._record))
            self._runner.send(Answer(yes=True))
        elif self._chance.random() < _COMMENTS:
            self._press(pygame.K_F2)
            word = self._chance.choice(("good ", "bad ", "why? "))
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=word))
            self._press(pygame.K_ESCAPE)
        else:
            self._move(record)

    def _move(self, record: Document) -> None:
        """Go to a position of the shown line that is not too deep, and play a new move."""
        ply = self._chance.randrange(min(len(record.cursor.nodes), _DEEPEST))
        self._runner.send(GoFirst())
        for _ in range(ply):
            self._press(pygame.K_RIGHT)
        board = Board(record.original.start_fen)
        for move in record.cursor.moves[:ply]:
            board.push(move)
        known = [child.move for child in record.tree.children(record.cursor.nodes[ply])]
        new = [move for move in board.legal_moves() if move not in known]
        if new:
            click(self._chance.choice(new), self._runner.state.flipped)

    @staticmethod
    def _press(key: int) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))
