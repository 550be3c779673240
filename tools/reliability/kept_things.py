"""The kinds of the player's data, each with the state before, an action, and the state to find afterwards."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from unittest import mock

from xiangqi.board import Board, Move
from xiangqi.cli import main as command
from xiangqi.core.constants import RED
from xiangqi.errors import RecordError
from xiangqi.exercises.deck import Mistake, Recall, remembered
from xiangqi.exercises.entries import Attempt
from xiangqi.exercises.exercise_log import ExerciseLog
from xiangqi.exercises.rating import GameEvidence
from xiangqi.exercises.waiting_entries import WaitingEntries
from xiangqi.jobs.checkpoint import Checkpoint
from xiangqi.library import CountedSide, Library, Person, Played, Query, Review, ReviewLimits, masters
from xiangqi.library.masters_asset import MastersGame, packed
from xiangqi.library.salvage import salvage
from xiangqi.library.schema import APPLICATION_ID, MIGRATIONS, add_functions, statements
from xiangqi.match.record import RecordFile
from xiangqi.records.files import read_games, write_games
from xiangqi.records.tree import Game
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.store import RepertoireStore
from xiangqi.storage.analyses import keep_analyses, load_analyses
from xiangqi.storage.journal import Journal
from xiangqi.storage.settings import Settings, load_settings, save_settings
from xiangqi.storage.star_file import CLASSICS, LESSONS, StarFile
from xiangqi.storage.waiting_file import WaitingFile

NOW: Final = datetime(2026, 3, 2, 12, tzinfo=timezone.utc)
_LINE: Final = tuple(map(Move.from_iccs, ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4"]))
_OTHER: Final = tuple(map(Move.from_iccs, ["h2e2", "h7e7", "h0g2", "h9g7", "i0h0"]))
_ENDING: Final = "4k4/9/9/9/9/9/9/9/R8/5K3 w"
_OLD: Final = 4  # the version of a library that is brought up to date


class Doing(NamedTuple):
    """An action that stores some of the player's data.

    Attributes:
        name: the name for the report.
        prepare: creates the state before, in a folder.
        act: performs the action in the folder.
        state: returns everything kept, for comparison. It may do what the next start of the program does.
    """

    name: str
    prepare: Callable[[Path], None]
    act: Callable[[Path], None]
    state: Callable[[Path], object]


def _put(*lines: tuple[Move, ...]) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        repertoire = Repertoire(RED)
        for line in lines:
            repertoire = repertoire.with_moves(moves_of_line(line, RED))
        with RepertoireStore(folder / "library.db") as store:
            store.put(repertoire, now=NOW)

    return act


def _repertoire(folder: Path) -> object:
    with RepertoireStore(folder / "library.db") as store:
        return list(store.repertoire(RED).moves()), [card.place for card in store.cards(RED)]


def _mistake(*plies: int) -> list[Mistake]:
    board, found = Board(), []
    for ply, move in enumerate(_LINE):
        if ply in plies:
            found.append(Mistake(board.fen(), move, (move,), 0.5))
        board.push(move)
    return found


def _first_card(folder: Path) -> None:
    with ExerciseLog(folder / "library.db") as log:
        log.add_mistakes(_mistake(0), NOW)


def _deck(folder: Path) -> None:
    with ExerciseLog(folder / "library.db") as log:
        log.add_mistakes(_mistake(1, 2, 3), NOW)


def _recall(folder: Path) -> None:
    with ExerciseLog(folder / "library.db") as log:
        log.note_recall(remembered(log.cards()[0], Recall.GOOD, NOW), Recall.GOOD, NOW, 4000)


def _cards(folder: Path) -> object:
    with ExerciseLog(folder / "library.db") as log:
        return [(card.mistake, card.due) for card in log.cards()]


def _rating(folder: Path) -> None:
    with ExerciseLog(folder / "library.db") as log:
        log.add_evidence(GameEvidence(1500, 0.5), NOW)


def _evidence(folder: Path) -> object:
    with ExerciseLog(folder / "library.db") as log:
        return log.evidence()


def _game(folder: Path) -> None:
    game = Game(headers={"Red": "Mei", "Black": "Li"})
    game.root.extend(_LINE)
    with Library(folder / "library.db") as library:
        library.keep(game, Played("2026-03-02", RED))


def _insights(folder: Path) -> None:
    with Library(folder / "library.db") as library:
        library.keep_counted(CountedSide(1, RED, ReviewLimits("an engine", "nodes"), "2026-03-02", bytes(9000)))


def _counted(folder: Path) -> object:
    with Library(folder / "library.db") as library:
        return library.damage(), library.counted(library.games_of(Person(("Mei",))))


def _settings(level: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        save_settings(Settings(level=level, language="en"), folder / "settings.json")

    return act


def _chosen(folder: Path) -> object:
    return load_settings(folder / "settings.json")


# ---- Games ----


def _plain(number: int) -> Game:
    game = Game(headers={"Red": f"Mei {number}", "Black": "Li"}, result="1-0")
    game.root.extend(_LINE[: 3 + number])
    game.root.children[0].comment = "good"
    return game


def _keep(*numbers: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        with Library(folder / "library.db") as library:
            for number in numbers:
                library.keep(_plain(number), Played(f"2026-03-0{number}", RED))

    return act


def _import(folder: Path) -> None:
    write_games(folder / "club.pgn", [_plain(number) for number in (2, 3, 4)])
    with Library(folder / "library.db") as library:
        library.import_files([folder / "club.pgn"])


def _change(change: Callable[[Library], object]) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        with Library(folder / "library.db") as library:
            change(library)

    return act


def _games_in(path: Path) -> object:
    if not path.exists():
        return None
    with Library(path) as library:
        numbers = [number for number, _ in library.places(Query())]
        games = [(library.load(number), library.review(number), library.clocks(number)) for number in numbers]
        told = [(game.main_line(), game.headers, game.root.children[0].comment, *rest) for game, *rest in games]
        own = [(game.number, game.played) for game in library.own_games()]
        return library.damage(), told, own, library.stars(), len(library)


def _library(folder: Path) -> object:
    return _games_in(folder / "library.db")


def _old_library(folder: Path) -> None:
    """Make a library as an older version of the program did."""
    with contextlib.closing(sqlite3.connect(folder / "library.db")) as database:
        add_functions(database)
        for script in MIGRATIONS[:_OLD]:
            for statement in statements(script):
                database.execute(statement)
        database.execute("INSERT INTO name VALUES (1, 'Computer, level 12', 'computer, level 12')")
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {_OLD}")
        database.commit()


def _names(folder: Path) -> object:
    with Library(folder / "library.db") as library:
        found = library._store.database.execute("SELECT * FROM name").fetchall()
        return found, library.damage()


def _salvage(folder: Path) -> None:
    saved = folder / "saved.db"
    if not saved.exists():
        salvage(folder / "library.db", saved)


def _salvaged(folder: Path) -> object:
    return _games_in(folder / "saved.db"), _library(folder)


@cache
def few_masters() -> bytes:
    """Return an asset with two masters' games."""
    games = [MastersGame(line, "胡榮華", "柳大华", "五羊杯", 19820102, "1-0") for line in (_LINE, _OTHER)]
    return packed(games, {"榮": "荣", "華": "华"})


def _open_masters(folder: Path) -> None:
    _at(folder)
    with mock.patch.object(masters, "shipped", few_masters):
        masters.open_masters(masters.Script.SIMPLIFIED).close()


def _masters(folder: Path) -> object:
    """Return all games as they are found next time: half a library must not be taken for a whole one."""
    _at(folder)
    given = mock.patch.object(masters, "shipped", few_masters)
    with given, masters.open_masters(masters.Script.SIMPLIFIED) as library:
        return [library.load(number).main_line() for number, _ in library.places(Query())]


def _at(folder: Path) -> None:
    """Make the program use a folder as its own."""
    os.environ["XIANGQI_HOME"] = str(folder)


# ---- Exercises, lessons, stars ----


def _attempt(folder: Path) -> None:
    with ExerciseLog(folder / "library.db") as log:
        log.add_attempt(Attempt(NOW, _ENDING, "pack", solved=True, wrong=0, hints=0))


def _lesson(folder: Path) -> None:
    with ExerciseLog(folder / "library.db") as log:
        log.note_lesson("endings", "KRKA win", NOW)


def _progress(folder: Path) -> object:
    with ExerciseLog(folder / "library.db") as log:
        return log.attempts(), log.solved(), log.lessons_done(), log.evidence(), len(log.cards())


def _wait(*exercises: str) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        for exercise in exercises:
            WaitingEntries(_waiting(folder)).add_solved([exercise], NOW)

    return act


def _waiting(folder: Path) -> WaitingFile:
    file = WaitingFile("practice")
    file.path = folder / "practice-waiting.txt"
    return file


def _take_in(folder: Path) -> None:
    with ExerciseLog(folder / "library.db") as log:
        WaitingEntries(_waiting(folder)).move_to(log)


def _taken_in(folder: Path) -> object:
    _take_in(folder)
    return _progress(folder)


def _train(folder: Path) -> None:
    with RepertoireStore(folder / "library.db") as store:
        card = replace(store.cards(RED)[0], memory='{"stability": 1}')
        store.note_recall(card, Recall.GOOD, NOW)


def _trained(folder: Path) -> object:
    with RepertoireStore(folder / "library.db") as store:
        return store.last_recalls(), store.cards(RED)


def _stars(kind: StarFile, **stars: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        kind.keep(stars, folder / kind.name)

    return act


def _counted_stars(kind: StarFile) -> Callable[[Path], object]:
    return lambda folder: kind.load(folder / kind.name)


# ---- The running game, records ----


def _journal(moves: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        journal = Journal(folder)
        game = Game()
        game.root.extend(_LINE[:moves])
        journal.write(game)
        journal.close()

    return act


def _leave(folder: Path) -> None:
    journal = Journal(folder)
    if not journal.unstored():
        journal.leave()
    journal.close()


def _journals(folder: Path) -> object:
    """Return the games in all journals, whatever their names, with their faults."""
    return [
        (game.main_line(), [str(fault) for fault in game.errors])
        for path in sorted(folder.glob("journal*.pgn"))
        for game in read_games(path)
    ]


def _draft(*numbers: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        journal = Journal(folder)
        journal.write_draft([_plain(number) for number in numbers])
        journal.close()

    return act


def _drafts(folder: Path) -> object:
    return [game.main_line() for path in sorted(folder.glob("unsaved*.pgn")) for game in read_games(path)]


def _analysis(**games: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        for key, number in games.items():
            keep_analyses({key: _plain(number)}, folder / "analyses.pgn")

    return act


def _analyses(folder: Path) -> object:
    games, aside = load_analyses(folder / "analyses.pgn")
    return {key: game.main_line() for key, game in games.items()}, aside


def _save(*numbers: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        write_games(folder / "club.pgn", [_plain(number) for number in numbers])

    return act


def _record(folder: Path) -> list[object]:
    return [(game.main_line(), list(map(str, game.errors))) for game in read_games(folder / "club.pgn")]


def _print(form: str) -> Callable[[Path], None]:
    """Return a function that prints a record as a document, in place of an older one."""

    def act(folder: Path) -> None:
        done = command(["print", str(folder / "club.pgn"), "-o", str(folder / f"document.{form}")])
        if done:
            raise RecordError(f"print ended with {done}")

    return act


def _printed(form: str) -> Callable[[Path], object]:
    return lambda folder: len((folder / f"document.{form}").read_bytes())


def _before_print(form: str) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        _save(1, 2)(folder)
        (folder / f"document.{form}").write_bytes(b"an older one")

    return prepare


def _add_to_match(*numbers: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        file = RecordFile(folder / "club.pgn")
        for number in numbers:
            file.add(_plain(number))
        file.close()

    return act


def _matches(folder: Path) -> object:
    """Return the games of a match without duplicates, which are possible if only flushing has failed."""
    return {str(told): None for told in _record(folder)}


def _results(*numbers: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        file = _checkpoint(folder)
        for number in numbers:
            if number not in file:
                file.add(number, [number] * 50)
        file.close()

    return act


def _checkpoint(folder: Path) -> Checkpoint[object]:
    return Checkpoint(folder / "results", {"work": 1}, lambda value: value, lambda value: value)


def _done(folder: Path) -> object:
    file = _checkpoint(folder)
    found = [file[number] for number in range(4) if number in file]
    file.close()
    return found


DOINGS: Final = (
    Doing("repertoire, lines added", _put(_LINE), _put(_LINE, _OTHER), _repertoire),
    Doing("repertoire, lines removed", _put(_LINE, _OTHER), _put(_LINE), _repertoire),
    Doing("deck, mistakes added", _first_card, _deck, _cards),
    Doing("deck, a card remembered", _first_card, _recall, _cards),
    Doing("rating", _first_card, _rating, _evidence),
    Doing("insights", _game, _insights, _counted),
    Doing("game kept", _keep(1), _keep(2), _library),
    Doing("games imported", _keep(1), _import, _library),
    Doing("game deleted", _keep(1, 2), _change(lambda library: library.delete([2])), _library),
    Doing("star of a game", _keep(1), _change(lambda library: library.star(1, starred=True)), _library),
    Doing(
        "review",
        _keep(1),
        _change(lambda library: library.add_review(1, Review("2026", 9.0, 8.0, [1]))),
        _library,
    ),
    Doing(
        "library of an older version",
        _old_library,
        lambda folder: Library(folder / "library.db").close(),
        _names,
    ),
    Doing("library salvaged", _keep(1, 2), _salvage, _salvaged),
    Doing("masters' games", lambda _folder: None, _open_masters, _masters),
    Doing("attempt", _first_card, _attempt, _progress),
    Doing("lesson done", _first_card, _lesson, _progress),
    Doing("entry that waits", _wait("a"), _wait("b"), _taken_in),
    Doing("entries taken in", _wait("a", "b"), _take_in, _taken_in),
    Doing("line remembered", _put(_LINE), _train, _trained),
    Doing(
        "stars of lessons",
        _stars(LESSONS, **{"horse.1": 1}),
        _stars(LESSONS, **{"horse.2": 3}),
        _counted_stars(LESSONS),
    ),
    Doing(
        "stars of classics",
        _stars(CLASSICS, **{_ENDING: 1}),
        _stars(CLASSICS, **{_ENDING: 3}),
        _counted_stars(CLASSICS),
    ),
    Doing("journal", _journal(2), _journal(3), _journals),
    Doing("journal left", _journal(2), _leave, _journals),
    Doing("draft", _draft(1), _draft(1, 2), _drafts),
    Doing("analysis", _analysis(one=1), _analysis(two=2), _analyses),
    Doing("record saved", _save(1), _save(1, 2), _record),
    Doing("document html", _before_print("html"), _print("html"), _printed("html")),
    Doing("document pdf", _before_print("pdf"), _print("pdf"), _printed("pdf")),
    Doing("record of a match", _add_to_match(1), _add_to_match(2), _matches),
    Doing("results of a command", _results(1), _results(2), _done),
    Doing("settings", _settings(3), _settings(7), _chosen),
)
