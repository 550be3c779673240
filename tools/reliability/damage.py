"""Damages the program's files at random bytes, and starts the program with them.

    python -m tools.reliability.damage --cases 200
    python -m tools.reliability.damage journal settings --cases 1000 --seed 7

Each file is cut off, overwritten, emptied, filled with zeros or cut in the middle. Then a session starts with
it, and a window is drawn. Nothing may fail; damage that costs something must be reported; the damaged file
must be kept beside the new one; and everything readable must be recovered: of a game all moves before the
first damaged byte. Book and network are read as the engine reads them. The exit code is 1 if something is
wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame

from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resuming import AnswerResume
from xiangqi.app.runner import Runner
from xiangqi.app.session.players import Player, Setup
from xiangqi.app.session.state import AppState
from xiangqi.board import Board, Move
from xiangqi.engine.book import Book
from xiangqi.engine.evaluation import network
from xiangqi.errors import ResourceError
from xiangqi.records.tree import Game
from xiangqi.resources import asset
from xiangqi.storage import settings, solved
from xiangqi.storage.journal import Journal
from xiangqi.ui.window.screen import Screen

_SIZE: Final = (800, 600)
_PLIES: Final = 60

Check = Callable[[AppState, bytes, int], str]
"""State after a start, damaged content, first damaged byte -> the outcome, with "! " first if it is wrong."""


def damaged(data: bytes, chance: random.Random) -> tuple[bytes, int]:
    """Return the content with random damage, and the offset at which it begins."""
    at = chance.randrange(len(data))
    length = min(len(data) - at, 1 << chance.randrange(10))
    kind = chance.randrange(6)
    if kind == 0:
        return data[:at], at
    if kind == 1:
        return data[:at] + data[at + length :], at
    if kind == 2:
        return data[:at] + bytes(length) + data[at + length :], at
    if kind == 3:
        return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :], at
    if kind == 4 and chance.random() < 0.1:
        return chance.choice((b"", bytes(len(data)))), 0
    return data[:at] + chance.randbytes(length) + data[at + length :], at


# ---- Files of the session ----------------------------------------------------------------------------------


def _random_game(chance: random.Random) -> Game:
    game = Game(headers={"Event": "Game", "RedKind": "human", "BlackKind": "human"})
    game.root.extend(_random_moves(chance, _PLIES))
    return game


def _random_moves(chance: random.Random, plies: int) -> list[Move]:
    """Return legal moves from the start; if the game ends too early, those of another game."""
    board, moves = Board(), list[Move]()
    while len(moves) < plies:
        legal = board.legal_moves()
        if not legal:
            return _random_moves(chance, plies)
        moves.append(chance.choice(legal))
        board.push(moves[-1])
    return moves


def _said(state: AppState) -> set[str]:
    return {toast.message.key for toast in state.toasts}


def _journal_file(chance: random.Random) -> tuple[Path, Check]:
    """Create the journal of a game of 60 plies; every move before the damage must be offered."""
    game = _random_game(chance)
    journal = Journal()
    journal.write(game)
    journal.close()
    text = journal.path.read_bytes()
    moves = tuple(game.main_line())

    def whole_plies(at: int) -> int:
        """Return the number of moves that end before a byte, including the space after them."""
        words = text[:at].decode("utf-8", "ignore").partition("\n\n")[2]
        return sum(len(word) == 4 and not word.endswith(".") for word in words[: words.rfind(" ") + 1].split())

    def check(state: AppState, content: bytes, at: int) -> str:
        if content == text:
            return "unharmed"
        kept = state.play.moves
        if kept == moves and content.startswith(text[: text.index(b"; crc32")].rstrip()):
            return "all kept"
        if not {"toast.journal_damaged", "toast.journal_lost"} & _said(state):
            return "! not told"
        if kept[: whole_plies(at)] != moves[: whole_plies(at)]:
            return f"! {whole_plies(at)} moves before the damage, kept {len(kept)}"
        return "all kept" if kept == moves else "kept up to the damage" if kept else "nothing before the damage"

    return journal.path, check


def _settings_file(chance: random.Random) -> tuple[Path, Check]:
    """Create settings that differ from the defaults; those on whole lines before the damage must be read."""
    given: dict[str, object] = {"dark": False, "level": chance.randint(4, 9), "language": "zh-Hans"}
    given |= {"piece_set": "simple", "volume": 0.25, "muted": True, "analysis_lines": 5, "guided": True}
    chosen = settings.with_values(settings.Settings(), given)
    settings.save_settings(chosen)
    path = settings.settings_path()
    text = path.read_bytes()

    def check(state: AppState, content: bytes, at: int) -> str:
        if content == text:
            return "unharmed"
        kept = [name for name in given if getattr(state.settings, name) == getattr(chosen, name)]
        before = text[: text.rfind(b"\n", 0, at) + 1].decode()
        missing = [name for name in given if f'\n  "{name}": ' in before and name not in kept]
        if missing:
            return f"! {missing} stood before the damage"
        if "toast.settings_damaged" not in _said(state):
            return "still readable, odd values as usual"
        return "all kept" if len(kept) == len(given) else "kept in part, told"

    return path, check


def _solved_file(chance: random.Random) -> tuple[Path, Check]:
    """Create a list of solved puzzles; those on whole lines before the damage must be read."""
    board, fens = Board(), set()
    for move in _random_moves(chance, 40):
        board.push(move)
        fens.add(" ".join(board.fen().split()[:2]))
    path = solved.solved_path()
    path.write_text(json.dumps({"version": 1, "solved": sorted(fens)}, indent=1) + "\n")
    text = path.read_bytes()

    def check(state: AppState, content: bytes, at: int) -> str:
        if content == text:
            return "unharmed"
        before = text[: text.rfind(b"\n", 0, at) + 1].decode()
        if not {fen for fen in fens if fen in before} <= state.solved and b'"version": 1' in content:
            return "! puzzles before the damage are missing"
        if "toast.solved_damaged" not in _said(state):
            return "still readable"
        return "kept in part, told" if state.solved else "nothing kept, told"

    return path, check


def start_upon(path: Path, make: Check, content: bytes, at: int, screen: Screen) -> str:
    """Start a session with a damaged file, check what a player would see, and return the outcome."""
    path.write_bytes(content)
    with Runner() as runner:
        surface = pygame.Surface(_SIZE)
        runner.send(NewGame(Setup(Player(), Player())))  # an engine would take a second each time
        screen.draw(surface, runner.state, 0.0)
        if runner.state.resume is not None:
            runner.send(AnswerResume(yes=True))
            screen.draw(surface, runner.state, 1.0)
        verdict = make(runner.state, content, at)
    aside = [other.read_bytes() for other in path.parent.glob("*-damaged-*")]
    if "told" in verdict and content not in aside:
        return "! the damaged file is not kept"
    return verdict


# ---- Files of the engine -----------------------------------------------------------------------------------


def read_book(content: bytes, path: Path) -> str:
    """Read a damaged book as the engine does, and return the outcome."""
    path.write_bytes(content)
    try:
        book = Book.read(path)
    except ResourceError as error:
        return "refused, told" if "book" in str(error) else f"! {error}"
    illegal = [move for move in book.moves(Board()) if not Board().is_legal(Move(move))]
    return f"! illegal {illegal}" if illegal else "still readable"


def read_network(content: bytes, path: Path) -> str:
    """Read a damaged network as the engine does, and return the outcome: only the real one may be accepted."""
    path.write_bytes(content)
    try:
        found = network.load_network(path)
    except ResourceError:
        return "refused, told"
    true = network.load_network(asset(network.ASSET))
    same = found.shift == true.shift and (found.weights == true.weights).all()
    return "unharmed where it counts" if same else "! another network was accepted"


# ---- The run -----------------------------------------------------------------------------------------------


def run(kind: str, cases: int, seed: int, home: Path) -> Counter[str]:
    """Damage a kind of file a number of times, and count the outcomes."""
    chance = random.Random(f"{seed} {kind}")
    verdicts: Counter[str] = Counter()
    screen = Screen(_SIZE)
    original = asset("book.txt" if kind == "book" else network.ASSET).read_bytes()
    for _ in range(cases):
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()
        try:
            if kind in _SESSION:
                path, check = _SESSION[kind](chance)
                content, at = damaged(path.read_bytes(), chance)
                verdict = start_upon(path, check, content, at, screen)
            else:
                content, _ = damaged(original, chance)
                verdict = _ENGINE[kind](content, home / "damaged")
        except Exception:
            verdict = f"! {traceback.format_exc()}"
        verdicts[verdict] += 1
    return verdicts


_SESSION: Final = {"journal": _journal_file, "settings": _settings_file, "puzzles": _solved_file}
_ENGINE: Final = {"book": read_book, "network": read_network}


def main() -> int:
    """Run the command and return its exit code."""
    kinds = (*_SESSION, *_ENGINE)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(kinds)}; by default all")
    parser.add_argument("--cases", type=int, default=50, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pygame.display.init()
    pygame.display.set_mode(_SIZE)
    folder = Path(tempfile.mkdtemp(prefix="xiangqi-damage-"))
    os.environ["XIANGQI_HOME"] = str(folder / "home")
    wrong = 0
    try:
        for kind in options.kinds or kinds:
            verdicts = run(kind, options.cases, options.seed, folder / "home")
            wrong += sum(count for verdict, count in verdicts.items() if verdict.startswith("!"))
            words = (f"  {count:5} {verdict}" for verdict, count in verdicts.most_common())
            print(f"{kind}: {options.cases} cases", *words, sep="\n", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"wrong: {wrong}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
