"""Merges the copies of each game into one, by votes and without copies that break off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tools.masters.events import date_of, event_of
from tools.masters.naming import Names
from tools.masters.source import Found, Tags
from xiangqi.folding import folded
from xiangqi.library.masters_asset import MastersGame
from xiangqi.openings import mirrored

_COPY: Final = 20
"""The fewest plies of a copy that breaks off: a game that begins like a longer one of the same players."""

_SURE_COPY: Final = 60
"""The fewest plies of such a copy if the players' names differ."""

_SAME_GAME: Final = 40
"""The fewest common plies at the beginning that make two games of the same players and day one."""

UNKNOWN: Final = "*"


@dataclass(frozen=True)
class Merged:
    """The merged games, and the numbers of those left out."""

    games: list[MastersGame]
    broken_off: int
    without_result: int


def merged(found: Sequence[Found]) -> Merged:
    """Return the games in the order of their moves, each once, with the tags on which its copies agree most.

    Those whose result nobody knows are left out, so that counts of results are counts of games.
    """
    names = Names(text for one in found for copy in one.copies for text in (copy.red, copy.black))
    names.learn_spellings(
        ([copy.red for copy in one.copies], [copy.black for copy in one.copies]) for one in found
    )
    voters = _Voters(names, found)
    kept = _whole(found, voters)
    games = [voters.game(one) for one in kept]
    known = [game for game in games if game.result != UNKNOWN]
    return Merged(known, len(found) - len(kept), len(games) - len(known))


class _Voters:
    """Votes among copies; in a tie, the text that is more frequent in the whole dataset wins."""

    def __init__(self, names: Names, found: Iterable[Found]) -> None:
        self._names = names
        self._counted: Counter[str] = Counter()
        for one in found:
            for copy in one.copies:
                self._counted.update((*self._players(copy), event_of(copy.event)))

    def _players(self, copy: Tags) -> tuple[str, str]:
        names = self._names
        tagged = [names.named(text) for text in (copy.red, copy.black)]
        if not all(map(names.knows, tagged)) and (pair := names.pair_in(copy.event)) is not None:
            tagged = [
                name if names.knows(name) else names.named(other)
                for name, other in zip(tagged, pair, strict=True)
            ]
        return tagged[0], tagged[1]

    def game(self, one: Found) -> MastersGame:
        """Return one game from its copies, with the tags that win the votes."""
        reds, blacks = zip(*map(self._players, one.copies), strict=True)
        dates = [date_of(copy.date, copy.event) for copy in one.copies]
        results = [copy.result for copy in one.copies if copy.result != UNKNOWN]
        return MastersGame(
            one.moves,
            self._elected(reds),
            self._elected(blacks),
            self._elected([event_of(copy.event) for copy in one.copies]),
            max(Counter(filter(None, dates)).items(), key=lambda each: (_exactness(each[0]), *each[::-1]))[0]
            if any(dates)
            else 0,
            self._elected(results) or UNKNOWN,
        )

    def _elected(self, texts: Iterable[str]) -> str:
        votes = Counter(filter(None, texts))
        return max(votes, key=lambda text: (votes[text], self._counted[text], text), default="")


def _exactness(date: int) -> int:
    return (date % 10000 > 0) + (date % 100 > 0)


def _whole(found: Sequence[Found], voters: _Voters) -> list[Found]:
    """Merge copies that break off or diverge late into their whole games, and return the games.

    The tags of such a copy count for the whole game, except for its result.
    """
    ordered = sorted(found, key=lambda one: _canonical(one.moves))
    kept: list[Found] = []
    for one in reversed(ordered):  # so that the longer one has been kept before
        place = _whole_of(one, kept, voters)
        if place is None:
            kept.append(one)
        else:
            whole = kept[place]
            told = tuple(copy._replace(result=UNKNOWN) for copy in one.copies)
            longer = max(whole, one, key=lambda each: len(each.moves))
            kept[place] = replace(longer, copies=(*whole.copies, *told))
    return sorted(kept, key=lambda one: one.moves)


def _whole_of(one: Found, kept: Sequence[Found], voters: _Voters) -> int | None:
    """Return the index in `kept` of the game that `one` is a copy of, or None; only the last are compared."""
    moves = _canonical(one.moves)
    game = voters.game(one)
    for place in range(len(kept) - 1, max(-1, len(kept) - 12), -1):
        other = _canonical(kept[place].moves)
        shared = _shared(moves, other)
        if shared < _COPY:
            return None
        breaks_off = shared == len(moves)
        same = _same_players(game, voters.game(kept[place]))
        if breaks_off and (same or shared >= _SURE_COPY):
            return place
        if shared >= _SAME_GAME and _same_day(game, voters.game(kept[place])):
            return place
    return None


def _canonical(moves: tuple[int, ...]) -> tuple[int, ...]:
    return min(tuple(moves), tuple(map(mirrored, moves)))


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the number of moves that two games have in common at the beginning."""
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)


def _same_players(one: MastersGame, other: MastersGame) -> bool:
    """Return whether two games may have the same players."""
    return _may_be_one(one.red, other.red) and _may_be_one(one.black, other.black)


def _may_be_one(name: str, other: str) -> bool:
    """Return whether two names may mean one person: one is unknown, in Latin letters, or part of the other."""
    one, two = folded(name), folded(other)
    return one in two or two in one or one.isascii() != two.isascii()


def _same_day(one: MastersGame, other: MastersGame) -> bool:
    day = one.date if one.date % 100 else 0
    return bool(day) and (one.red, one.black, day) == (other.red, other.black, other.date) and bool(one.red)
