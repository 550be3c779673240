"""The actions `xiangqi library insights` and `xiangqi library player`, which describe how a player plays."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from xiangqi.board import Board, Move
from xiangqi.cli import DONE
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import add_action, number_within, print_json
from xiangqi.core.constants import RED
from xiangqi.disk import write_output
from xiangqi.i18n.languages import SOURCE, language_named
from xiangqi.i18n.message import Message, catalogue
from xiangqi.insights.claims import Claim, Insights, claims
from xiangqi.insights.dossier import Dossier, Opened, dossier
from xiangqi.insights.games import games_in
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.rates import shipped_rates
from xiangqi.insights.reviews import counted_moves
from xiangqi.insights.strength import Band, strength
from xiangqi.library import Library, Person, PlayerGame
from xiangqi.library.masters_names import sounding_like
from xiangqi.library.own_files import insist_on_foreign
from xiangqi.library.players import SET_UP, name_key
from xiangqi.notation import Style, format_move
from xiangqi.storage.settings import glance_at_settings, names_in


def add_library_insights(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add both actions and their arguments."""
    said = add_action(actions, "command.library.insights")
    said.add_argument("--player", action="append", metavar="NAME", help="option.library.insights.player")
    said.add_argument(
        "--rating", type=number_within(1, 5000), metavar="N", help="option.library.insights.rating"
    )
    said.add_argument("--all", dest="all_games", action="store_true", help="option.library.review.all")
    player = add_action(actions, "command.library.player")
    player.add_argument("names", nargs="+", metavar="NAME", help="option.library.player.names")
    player.add_argument("--book", type=Path, metavar="OUT", help="option.library.player.book")


def print_insights(library: Library, args: argparse.Namespace) -> int:
    """Print the claims about a player; in JSON, one object per claim.

    Raises:
        LibraryError: the library cannot be read.
        ResourceError: the table of the levels' rates is missing or damaged.
    """
    person = Person(tuple(args.player)) if args.player else _own()
    games = library.games_of(person)
    if not games:
        return _nobody(person)
    wanted = [game for game in games if args.all_games or not game.left_out]
    name = args.player[0] if args.player else ""
    said = claims(counted_moves(library, wanted), shipped_rates(), args.rating, name)
    if args.json:
        for claim in said.claims:
            print_json(_of_claim(claim))
        if not said.claims:
            language.repeat(said.text)
        return DONE
    for line in _lines(said):
        print(line)
    return DONE


def _own() -> Person:
    """Return the person selected in the window."""
    settings = glance_at_settings()
    names = names_in(settings.people[settings.person]) if settings.person < len(settings.people) else ()
    return Person(names, here=settings.person == 0)


def _nobody(person: Person) -> int:
    if person.names:
        language.remark("cli.no_such_player", name=person.names[0])
    else:
        language.remark("cli.no_own_games")
    return DONE


def _of_claim(claim: Claim) -> dict[str, object]:
    return {
        "dimension": claim.dimension.key,
        "effect": round(claim.effect, 3),
        "low": round(claim.low, 3),
        "high": round(claim.high, 3),
        "games": claim.games,
        "moves": claim.moves,
        "positions": [_of_position(move) for move in claim.positions],
        "text": catalogue(language.chosen() or SOURCE).tell(claim.text),
    }


def _of_position(move: CountedMove) -> dict[str, object]:
    return {
        "id": move.game,
        "ply": move.ply,
        "fen": move.fen,
        "move": move.move.iccs,
        "best": None if move.best is None else move.best.iccs,
        "loss": move.loss,
    }


def _lines(said: Insights) -> Iterator[str]:
    yield language.tell(said.text)
    for claim in said.claims:
        yield f"- {language.tell(claim.text)}"
        for move in claim.positions:
            best = "" if move.best is None else f" ({_written(move.fen, move.best)})"
            loss = language.tell(Message("insights.loss", percent=round(100 * move.loss)))
            yield f"    {move.fen}  {_written(move.fen, move.move)}{best}  {loss}  {move.game}"
    for undecided in said.undecided:
        yield f"? {language.tell(undecided.text)}"


def _written(fen: str, move: Move) -> str:
    return format_move(Board(fen), move, Style(language_named(language.current()).typed_notation))


def print_player(library: Library, args: argparse.Namespace) -> int:
    """Print the dossier of a player, and write their opening moves to a book if requested.

    Raises:
        LibraryError: the library cannot be read.
        ResourceError: the table of the levels' rates is missing or damaged.
        StorageError: the book cannot be written, or would replace one of the program's files.
    """
    names = _meant(library, args.names)
    known = [game for game in library.games_of(Person(names)) if game.left_out != SET_UP]
    if not known:
        return _nobody(Person(names))
    found = dossier(list(games_in(library, known)))
    rating = _rating_of(library, known)
    if args.book is not None:
        insist_on_foreign(args.book, [library.path])
        write_output(args.book, "".join(f"{line}\n" for line in found.first_moves.book().lines()).encode())
    if args.json:
        print_json(_of_dossier(names[0], found, rating))
        return DONE
    for line in _dossier_lines(language.person(names[0]), found, rating):
        print(line)
    return DONE


def _meant(library: Library, typed: Sequence[str]) -> tuple[str, ...]:
    """Return the typed names; if no player has any of them, the Chinese name pronounced like one, if any.

    Of several Chinese names, the one with the most games is returned, and the others are listed on stderr.
    """
    keys = {name_key(name) for name in typed}
    players = [player.name for player in library.players()]
    if any(name_key(name) in keys for name in players):
        return tuple(typed)
    found = [name for one in typed for name in sounding_like(players, one)]
    if len(found) > 1:
        language.remark("cli.read_alike", names=", ".join(found[1:]))
    return tuple(found[:1]) or tuple(typed)


def _rating_of(library: Library, games: Sequence[PlayerGame]) -> Band | None:
    """Return the player's rating according to the reviewed games; None if there are too few."""
    by_game = groupby(counted_moves(library, games), lambda move: move.game)
    return strength([list(moves) for _, moves in by_game], shipped_rates())


def _of_dossier(name: str, found: Dossier, rating: Band | None) -> dict[str, object]:
    return {
        "player": name,
        "games": found.games,
        "rating": None
        if rating is None
        else [round(value) for value in (rating.value, rating.low, rating.high)],
        "plies": found.plies,
        "openings": [_of_opened(one) for one in (*found.openings, *found.years)],
        "practice": [
            {"side": side_name(side), "games": games, "score": round(own, 3), "masters": round(masters, 3)}
            for side, (own, masters, games) in found.practice.items()
        ],
        "leaves": [
            {
                "fen": one.fen,
                "move": one.move.iccs,
                "usual": one.usual.iccs,
                "ply": one.ply,
                "games": one.games,
                "score": one.score,
            }
            for one in found.leaves
        ],
        "endings": [asdict(one) for one in found.endings],
        "against": [
            {"low": one.low, "high": one.high, "games": one.games, "score": round(one.score.value, 3)}
            for one in found.against
        ],
        "aims": [
            {
                "fen": one.fen,
                "side": side_name(one.side),
                "moves": [move.iccs for move in one.moves],
                "likely": round(one.likely, 3),
                "games": one.games,
                "of": one.of,
                "score": round(one.score, 3),
            }
            for one in found.aims
        ],
    }


def _of_opened(one: Opened) -> dict[str, object]:
    return {
        "year": one.year,
        "side": side_name(one.side),
        "opening": one.family,
        "games": one.games,
        "score": round(one.points / one.finished, 3) if one.finished else None,
    }


def side_name(side: int) -> str:
    """Return the name of a side as used in JSON and in message keys."""
    return "red" if side == RED else "black"


def _dossier_lines(name: str, found: Dossier, rating: Band | None) -> Iterator[str]:
    yield language.say("cli.dossier", name=name, count=found.games, rounds=round((found.plies or 0) / 2))
    if rating is not None:
        low, mean, high = (round(value) for value in (rating.low, rating.value, rating.high))
        yield language.say("cli.dossier_rating", rating=mean, low=low, high=high)
    for one in (*found.openings, *found.years):
        yield f"  {_opened(one)}"
    for side, (own, masters, games) in found.practice.items():
        yield language.say(
            "cli.dossier_practice",
            who=side_name(side),
            own=f"{own:.0%}",
            masters=f"{masters:.0%}",
            games=games,
        )
    for left in found.leaves:
        move, usual = _written(left.fen, left.move), _written(left.fen, left.usual)
        yield language.say(
            "cli.dossier_leaves",
            number=(left.ply + 1) // 2,
            move=move,
            usual=usual,
            count=left.games,
            fen=left.fen,
        )
    for ending in found.endings:
        standing = Message(f"dossier.{ending.standing}")
        score = language.say(
            "cli.score", games=ending.games, won=ending.won, drawn=ending.drawn, lost=ending.lost
        )
        yield language.say("cli.dossier_endings", standing=standing, score=score)
    for group in found.against:
        ratings = f"< {group.high}" if group.low is None else f"{group.low}-{group.high or ''}"
        yield language.say(
            "cli.dossier_against", ratings=ratings, count=group.games, score=f"{group.score.value:.0%}"
        )
    for aim in found.aims:
        way = " ".join(move.iccs for move in aim.moves)
        yield language.say(
            "cli.dossier_aim",
            likely=f"{aim.likely:.0%}",
            score=f"{aim.score:.0%}",
            count=aim.games,
            of=aim.of,
            way=way,
        )


def _opened(one: Opened) -> str:
    """Return a line about the player's games in one family of openings."""
    year = "" if one.year is None else f"{one.year or '?'} "
    score = f"{one.points / one.finished:.0%}" if one.finished else "-"
    family = Message(f"family.{one.family}")
    return year + language.say(
        "cli.dossier_opening", who=side_name(one.side), family=family, count=one.games, score=score
    )
