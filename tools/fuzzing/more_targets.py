"""Targets besides records and protocols: files shipped and kept, libraries, pictures, typed words."""

from __future__ import annotations

from typing import Final

from tools.fuzzing import library_files, own_files, pictures, shipped_files, typed
from tools.fuzzing.target import Target

_JSON: Final = tuple(
    b'{ } [ ] , : null true false 1e999 -1 NaN "" "\\ud800" 99999999999999999999 0.5 [[ ]]'.split()
)
_TABS: Final = (
    b"\t",
    b"\n",
    b" ",
    b",",
    b"-",
    b"h2e2",
    b"9/9/9",
    b"w",
    b"#",
    "炮".encode(),
    b"\xff",
    b"99999999999",
)
_PO: Final = (
    b'msgid "|msgstr "|"\n|msgstr[0] "|msgid_plural "|\\n|\\"|Plural-Forms: nplurals=|'
    b"; plural=|n%10|n/|(|)|?|:|{count}|#, "
).split(b"|")
_WORDS: Final = (
    *(
        b"help",
        b"hint",
        b"new 3",
        b"moves",
        b"fen",
        b"board",
        b"words",
        b"save a.pgn",
        b"open a.pgn",
        b"goto 1",
    ),
    *(
        b"game 1",
        b"games",
        b"lessons",
        b"exercises",
        b"review",
        b"resign",
        b"y",
        b"n",
        b"undo",
        b"draw",
        b"clue",
    ),
    *(b"press", b"fill", b"settings", b"language vi", b"pieces", b"at e4", b"line e", b"last", b"taken", b"\n"),
    *(text.encode() for text in ("炮二平五", "帮助", "xe", "tướng", "h2e2", "cannon h2 e2", "quit")),
)
_FENS: Final = (
    *(b"/", b" w", b" b - - 0 1", b"9", b"rnbakabnr", b"RNBAKABNR", b"moves h2e2", b"%20", b"startpos", b"[]"),
    *("红先|黑|position fen |&fen=|车馬|K".encode().split(b"|")),
)
_SEARCHES: Final = (
    *(
        b"A20-C43",
        b"C4",
        b"KRKA",
        b"e9=k,d9=a",
        b"1982.1.??",
        b"2026-03-02T10:00",
        b"1-0",
        b"hu rong hua",
        b"'",
    ),
    *(text.encode() for text in ("当头炮", "屏风馬", "胡榮華", "pháo đầu", "0000.00.00")),
)

SHIPPED: Final = (
    Target(
        "masters",
        shipped_files.masters_games,
        (*_JSON, b"xiangqi masters 1\n", b"\n3\n", b"-1", b'"names"', b'"events"', b'"simplified"'),
        longest=4000,
        made=shipped_files.masters_samples,
        is_json=True,
    ),
    Target("eccotable", shipped_files.openings, _JSON, made=shipped_files.part_of("openings.xz"), is_json=True),
    Target(
        "practice",
        shipped_files.masters_moves,
        _TABS,
        longest=20_000,
        made=shipped_files.part_of("practice.xz"),
    ),
    Target(
        "exercises", shipped_files.exercises, _TABS, longest=20_000, made=shipped_files.part_of("exercises.xz")
    ),
    Target(
        "classics", shipped_files.classics, _TABS, longest=20_000, made=shipped_files.part_of("classics.xz")
    ),
    Target(
        "lessons",
        shipped_files.first_lessons,
        _JSON,
        made=shipped_files.part_of("first_lessons.json", 9999),
        is_json=True,
    ),
    Target(
        "courses",
        shipped_files.more_lessons,
        _JSON,
        made=shipped_files.part_of("lessons.json", 9999),
        is_json=True,
    ),
    Target(
        "rates", shipped_files.fault_rates, _JSON, made=shipped_files.part_of("rates.json", 9999), is_json=True
    ),
    Target("names", shipped_files.names, _TABS, made=shipped_files.part_of("opening_names.txt")),
    Target("catalogue", shipped_files.catalogue, tuple(_PO), made=shipped_files.part_of("i18n/vi.po", 200)),
    Target("weights", shipped_files.weights, made=shipped_files.weights_samples),
)
"""The files that come with the program."""

KEPT: Final = (
    Target(
        "analyses",
        own_files.analyses,
        (b"[", b"]", b'[AnalysisKey "', b'"]\n', b"\n\n", b"1. h2e2"),
        folders=("pgn",),
    ),
    Target("draft", own_files.draft, (b"[", b"]", b"\n\n"), folders=("pgn",)),
    Target("stars", own_files.stars, (*_JSON, b'"stars"', b'"version": 1,', b"\n"), is_json=True),
    Target("waiting", own_files.practice, _JSON, longest=8000, made=own_files.practice_samples, is_json=True),
    Target(
        "results",
        own_files.results,
        (*_JSON, b'{"number": 1, "result": 2}\n', b"\n"),
        longest=8000,
        is_json=True,
    ),
    Target("cluster", own_files.cluster, _JSON, longest=8000, made=own_files.cluster_samples, is_json=True),
    Target("elephant", own_files.elephant_book, longest=8000, made=own_files.elephant_samples),
    Target("table", own_files.table, _JSON, made=own_files.table_samples),
    Target("network", own_files.network, made=own_files.network_samples),
    Target(
        "library", library_files.any_file, fields=tuple(range(100)), made=library_files.samples, longest=1 << 20
    ),
    Target(
        "value", library_files.any_value, _JSON, longest=2000, made=library_files.value_samples, is_json=True
    ),
)
"""The program's own files, and files of other programs that take their place."""

SEEN: Final = (
    Target("picture", pictures.open_one, accepts=pictures.accepts, made=pictures.samples),
    Target("reading", pictures.read_one, accepts=pictures.accepts, made=pictures.samples),
    Target(
        "judge",
        typed.games_to_judge,
        (*_JSON, b'"start_fen"', b'"moves"', b'"h2e2"'),
        longest=4000,
        is_json=True,
    ),
    Target("position", typed.positions, _FENS, folders=("fen",), longest=4000),
    Target("question", typed.questions, _WORDS, longest=1000, folders=("words",)),
    Target("search", typed.searches, (*_SEARCHES, *_FENS, b"\n"), longest=4000, folders=("fen", "search")),
    Target("card", typed.cards, _JSON, longest=4000, is_json=True),
    Target("words", typed.words, _WORDS, longest=400, engine=True),
)
"""Pictures, and texts that are typed or pasted."""

MORE: Final = {target.name: target for target in (*SHIPPED, *KEPT, *SEEN)}
"""All targets of this module by name."""
