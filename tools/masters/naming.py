"""Tidies the names of players: sets teams apart, unifies spellings, and finds names in events."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

_REMARK: Final = re.compile(r"[\[(【].*|[^\w\s.-].*$")
_EDGE: Final = re.compile(r"^[\s\d.、,:;-]+|[\s\d.、,:;-]+$")
_LATIN: Final = re.compile(r"[A-Za-z]")
_NAME: Final = range(2, 4)  # the characters of nearly all Chinese names; a few have four
_TEAM_END: Final = re.compile(r"^.{1,8}隊(?=.{2,3}$)")
_LEAST: Final = 3  # how often a spelling must occur to be believed
_SURER: Final = 4  # how many times as frequent a spelling must be to replace another
_TOGETHER: Final = 30  # or in which fraction of its games the more frequent one occurs too: brothers do not
_TEAM: Final = 10  # names after a word that make it a team, whatever follows it elsewhere
_TEAM_NAMES: Final = 3  # of how many players, at least, a word in front of their names is the team

_SURNAMES: Final = {
    **{
        "於": "于",
        "範": "范",
        "餘": "余",
        "瀋": "沈",
        "薑": "姜",
        "鐘": "鍾",
        "塗": "涂",
        "穀": "谷",
        "鬱": "郁",
    },
    **{
        "嶽": "岳",
        "麴": "曲",
        "週": "周",
        "颱": "台",
        "係": "系",
        "採": "采",
        "蔔": "卜",
        "葉": "葉",
        "閤": "合",
    },
}
"""Surnames spoilt by the dataset's conversion into traditional characters -> the right ones."""

_VERB: Final = r"[(\s]*紅?先?(?:[勝負和]|VS|vs|\([LWD]\))[)\s]*"
_PAIRING: Final = re.compile(_VERB)
_WORDS: Final = re.compile(rf"(\S{{2,}})\s+(?:紅?先?[勝負和]|{_VERB})\s+(\S{{2,}})")
_SHORT: Final = re.compile(r"(?<!\S)\d*([一-鿿]{2,3})[(]?紅?先[勝負和][)]?([一-鿿]{2,3})(?![一-鿿])")


def _plain(text: str) -> str:
    return _EDGE.sub("", _REMARK.sub("", unicodedata.normalize("NFKC", text)))


class Names:
    """The players of a dataset, learnt from all of its tags."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Learn which texts are names and which are teams.

        Args:
            texts: the texts of both players' tags, once for each copy.
        """
        counted = Counter(map(_plain, texts))
        alone: Counter[str] = Counter()
        fronts: dict[str, set[str]] = defaultdict(set)
        as_front: Counter[str] = Counter()
        for text, count in counted.items():
            tokens = _tokens(text)
            if len(tokens) > 1:
                fronts[" ".join(tokens[:-1])].add(tokens[-1])
                as_front[" ".join(tokens[:-1])] += count
                alone[tokens[-1]] += count
            elif len(text) in _NAME:
                alone[text] += count
        self._teams = {
            front
            for front, names in fronts.items()
            if (len(names) > 1 and as_front[front] > alone[front]) or len(names) >= _TEAM
        }
        self._strong = {front for front in self._teams if len(fronts[front]) >= _TEAM}
        self._known = {
            name
            for name, count in alone.items()
            if count >= _LEAST and name not in self._teams and not _LATIN.search(name)
        }
        self._learn_teams(counted)
        self._surnames = {name[0] for name in self._known}
        self._cleaned: dict[str, str] = {}
        self._better: dict[str, str] = {}

    def _learn_teams(self, texts: Iterable[str]) -> None:
        """Learn the teams that are only ever written together with names."""
        fronts: dict[str, set[str]] = defaultdict(set)
        for text in texts:
            front, name = text[: -_NAME[-1]], text[-_NAME[-1] :]
            if len(front) > 1 and name in self._known and front not in self._known:
                fronts[front].add(name)
        self._teams |= {front for front, names in fronts.items() if len(names) >= _TEAM_NAMES}

    def learn_spellings(self, games: Iterable[tuple[Sequence[str], Sequence[str]]]) -> None:
        """Learn which spellings are slips: the same game has another one, which is far more frequent.

        Args:
            games: for each game, the names of Red and those of Black in its copies.
        """
        counted: Counter[str] = Counter()
        together: Counter[tuple[str, str]] = Counter()
        for sides in games:
            for texts in sides:
                names = [name for name in map(self.clean, texts) if name]
                counted.update(names)
                several = sorted(set(names))
                together.update((one, other) for one in several for other in several if one != other)
        for (slip, name), count in sorted(together.items()):
            surer = counted[name] >= _SURER * counted[slip] or (
                (counted[name], name) > (counted[slip], slip) and count * _TOGETHER >= counted[slip]
            )
            best = self._better.get(slip)
            if surer and _differ_in_one(slip, name) and (best is None or counted[name] > counted[best]):
                self._better[slip] = name

    def named(self, text: str) -> str:
        """Return the player's name that a tag contains, in its usual spelling; "" if there is none."""
        name = self.clean(text)
        seen = {name}
        while (better := self._better.get(name)) is not None and better not in seen:
            name = better
            seen.add(name)
        return name

    def clean(self, text: str) -> str:
        """Return the player's name that a tag contains, as it is spelt there; "" if there is none."""
        known = self._cleaned.get(text)
        if known is None:
            known = self._cleaned[text] = self._clean(_plain(text))
        return known

    def _clean(self, text: str) -> str:
        tokens = _tokens(text)
        if _LATIN.search(text):
            latin = [token for token in tokens if _LATIN.search(token)]
            return " ".join(latin if len(latin) < len(tokens) else tokens)
        if len(tokens) > 1 and " ".join(tokens[:-1]) in self._known:
            return " ".join(map(_repaired, tokens))  # two players in consultation
        name = tokens[-1] if tokens else ""
        while (shorter := self._without_team(name)) != name:
            name = shorter
        return _repaired(name) if len(name) > 1 and name not in self._teams else ""

    def _without_team(self, text: str) -> str:
        if len(text) <= _NAME[-1] or text in self._known:
            return text
        if ended := _TEAM_END.match(text):
            return text[ended.end() :]
        for end in range(len(text) - _NAME[0], 1, -1):
            if text[:end] in self._strong and len(text) - end in _NAME:
                return text[end:]
            if text[:end] in self._teams and self._is_name(text[end:]):
                return text[end:]
            if text[-end:] in self._teams and text[:-end] in self._known:
                return text[:-end]
        return text

    def _is_name(self, text: str) -> bool:
        return text in self._known or text[0] in self._surnames or text in self._teams

    def knows(self, name: str) -> bool:
        """Return whether at least _LEAST tags have a name alone or after a team."""
        return name in self._known

    def pair_in(self, event: str) -> tuple[str, str] | None:
        """Return the players that an event mentions, as in ``"廣東 許銀川 先勝 上海 胡榮華"``, or None."""
        text = unicodedata.normalize("NFKC", event)
        for found in _PAIRING.finditer(text):
            red = self._last_name(text[: found.start()])
            black = self._first_name(text[found.end() :])
            if red and black and red != black:
                return red, black
        for found in filter(None, (_SHORT.search(text), _WORDS.search(text))):
            red, black = map(self.clean, found.groups())
            if all(len(name) in _NAME for name in (red, black)) and red != black:
                return red, black
        return None

    def _last_name(self, text: str) -> str:
        text = "".join(text[-8:].rstrip(" (").split())
        return next((text[-size:] for size in (3, 2) if text[-size:] in self._known), "")

    def _first_name(self, text: str) -> str:
        text = "".join(text[:16].lstrip(" )").split())
        places = ((at, size) for at in range(len(text) - 1) for size in (3, 2))
        return next((text[at : at + size] for at, size in places if text[at : at + size] in self._known), "")


def _tokens(text: str) -> list[str]:
    """Return the words of a tag; characters of one word that were set apart are joined again."""
    tokens = text.split()
    if tokens and all(len(token) == 1 for token in tokens):
        return ["".join(tokens)]
    while len(tokens) > 1 and len(tokens[-1]) == 1:
        tokens[-2:] = ["".join(tokens[-2:])]
    return tokens


def _repaired(name: str) -> str:
    return _SURNAMES.get(name[:1], name[:1]) + name[1:]


def _differ_in_one(one: str, other: str) -> bool:
    """Return whether two names of at least three characters differ in a single one."""
    return len(one) == len(other) > 2 and sum(a != b for a, b in zip(one, other, strict=True)) == 1
