"""The catalogues: complete, and every key used; no key is named that they do not have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from string import Formatter

import pytest
from catalogues import forms, places, texts

import xiangqi
from xiangqi import cli, rule_sets
from xiangqi.app.game.handicap import HANDICAPS
from xiangqi.app.insights.state import InsightsPage
from xiangqi.app.intent import Help
from xiangqi.app.lessons.guide import STEPS
from xiangqi.app.library.state import BoardSearch, DailyReason, LibraryPage
from xiangqi.app.session.mode import DocumentKind, Unrated
from xiangqi.app.session.places import Place
from xiangqi.app.session.players import AGREEMENT, RESIGNATION, TIME
from xiangqi.app.session.selection import Reason
from xiangqi.app.session.strength import HIGHEST, LOWEST
from xiangqi.app.session.training import LEVELS
from xiangqi.app.share.state import ShareKind, ShareOption
from xiangqi.coach.drift import CHANGES
from xiangqi.coach.facts import FactKind
from xiangqi.coach.grades import FAULTS, Grade
from xiangqi.coach.opening_ideas import IdeaKind
from xiangqi.coach.patterns import PATTERNS
from xiangqi.coach.story_board import FIGHTS
from xiangqi.coach.story_causes import THEMES
from xiangqi.coach.story_costs import COSTS, KEPT, PLAIN, REPLIES
from xiangqi.coach.story_curve import WAYS
from xiangqi.coach.story_passages import (
    BETTER_END,
    EDGES,
    ENDS,
    FELL,
    LEADS,
    NAMED,
    ONCE,
    OPEN_ENDS,
    ROUGH,
    STANDINGS,
    SURPRISES,
    UNNAMED,
    UNTOLD,
    WILD,
)
from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import PIECE_NAMES
from xiangqi.errors import ResourceError
from xiangqi.exercises.missed import Rejoinder, Shortfall
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.fen import FaultKind
from xiangqi.i18n.message import LANGUAGES, catalogue
from xiangqi.insights.dimensions import DIMENSIONS
from xiangqi.lessons.attempt import MOST_STARS, Slip
from xiangqi.lessons.lesson import load_lessons
from xiangqi.match import game as match_game
from xiangqi.match.player import FORFEITS
from xiangqi.match.sprt import SprtState
from xiangqi.openings import CODES, FAMILIES, variation_name
from xiangqi.records import losses
from xiangqi.records.tree import RESULTS
from xiangqi.referee import rules
from xiangqi.referee.warnings import DRAWS, EXPOSES, LOSES, REPEATS, WINS
from xiangqi.storage import settings
from xiangqi.tables import TableVerdict
from xiangqi.tables.tablefile import METRICS
from xiangqi.ui import features  # noqa: F401 (they bring the commands)
from xiangqi.ui.game.rule_pages import RULE_PAGES
from xiangqi.ui.lessons.lessons_panel import LOOKED_UP
from xiangqi.ui.parts import keys
from xiangqi.ui.parts.findable import FindableKind
from xiangqi.ui.parts.finder import COLUMNS
from xiangqi.ui.parts.game_rows import BADGES
from xiangqi.ui.parts.learn_head import LearnView
from xiangqi.ui.toolkit.theme import BOARDS, PIECES

PACKAGE = Path(xiangqi.__file__).parent
ENGLISH = texts("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_keys_and_places(language: str) -> None:
    told = forms(language)
    assert told.keys() == ENGLISH.keys()
    for key, wordings in told.items():
        for text in wordings:
            assert text, key
            assert places(text) <= places(ENGLISH[key]), key
        assert places(wordings[-1]) == places(ENGLISH[key]), key


def test_a_number_chooses_the_form() -> None:
    english, chinese = catalogue("en"), catalogue("zh-Hans")
    assert english.wording("records.moves", {"count": 1}) == "1 move"
    assert english.wording("records.moves", {"count": 2}) == "2 moves"
    assert chinese.wording("records.moves", {"count": 1}) == "1 回合"


def test_an_unknown_key_or_language_is_an_error() -> None:
    with pytest.raises(ResourceError, match=r"no\.such\.key"):
        catalogue("en").wording("no.such.key", {})
    with pytest.raises(ResourceError):
        catalogue("xx")


# ---- Which keys the program uses -----------------------------------------------------------------------------

_REASONS = {value for name, value in vars(rules).items() if name.isupper() and isinstance(value, str)}
_PLACES = [
    "_".join(part)
    for where in ((), ("line",), ("byte",))
    for more in ((), ("ply",), ("token",), ("ply", "token"))
    if (part := where + more)
]
COACH_PIECES = ("general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier")
_CLASSES = {"check", "chase", "threat", "exchange", "idle", "sacrifice", "block", "tail"}
"""Of moves of a cycle; the other _REASONS end games."""
_OFFENCES = {reason for reason in _REASONS - _CLASSES if reason.startswith(("perpetual_", "check_", "chase_"))}

_MOODS = ("after", "before", "plain")  # of what a move allows, of what it misses, of a position

BUILT: dict[str, list[tuple[str, ...]]] = {
    "missed.answer.{}": [(answer.value,) for answer in Rejoinder],
    "missed.{}": [(shortfall.value,) for shortfall in Shortfall],
    "share.{}.{}": [(option.value, choice) for option in ShareOption for choice in option.choices if choice],
    "settings.motion.{}": [(name,) for name in settings.MOTIONS],
    "settings.speak.{}": [(name,) for name in settings.SPOKEN],
    "reader.role.{}": [
        (name,)
        for name in (
            "switch",
            "choice",
            "value",
            "slider",
            "stepper",
            "field",
            "list",
            "item",
            "menu",
            "progress",
        )
    ],
    "analysis.legend.{}": [("best",), ("other",), ("threat",)],
    "claim.{}": [(one.key,) for one in DIMENSIONS if not one.key.startswith("opening.")],
    "dossier.{}": [("ahead",), ("level",), ("behind",)],
    "classics.{}": [(goal.value,) for goal in ClassicGoal],
    "cli.classic.{}": [(goal.value,) for goal in ClassicGoal],
    "cli.puzzle.{}": [(kind.value,) for kind in ExerciseKind],
    "command.{}": [(name,) for name in cli.COMMANDS],
    "daily.{}": [(reason.value,) for reason in DailyReason],
    "openings.of_{}": [("red",), ("black",)],
    "kind.{}": [(kind.value,) for kind in DocumentKind],
    "detail.no_{}_column": [("from",), ("to",)],
    "detail.no_{}_point": [("from",), ("to",)],
    "detail.no_{}_row": [("from",), ("to",)],
    "cli.match.end.{}": [
        (name,) for name in (*FORFEITS, match_game.RESIGNATION, match_game.ADJUDICATION, *(_REASONS - _CLASSES))
    ],
    "cli.match.verdict.{}": [(verdict.name.lower(),) for verdict in SprtState],
    "cli.table_metric.{}": [(metric,) for metric in METRICS],
    "cli.table.keeps.{}": [(verdict.name.lower(),) for verdict in TableVerdict],
    "coach.grade.{}": [(grade.value,) for grade in Grade],
    "coach.idea.{}": [(name,) for name in PATTERNS],
    "coach.number.{}": [(str(number),) for number in range(2, 6)],
    "coach.owner.{}": [("red",), ("black",), ("you",)],
    "coach.pattern.{}": [(name,) for name in PATTERNS],
    "coach.phase.{}": [(phase,) for phase in PHASES],
    "coach.piece.{}.{}": list(product(("red", "black"), COACH_PIECES)),
    "coach.frame.{}": [(mood,) for mood in _MOODS],
    "coach.frame.bare.{}": [(mood,) for mood in _MOODS],
    "coach.plural.{}": [(name,) for name in COACH_PIECES],
    "coach.several.{}": [(name,) for name in COACH_PIECES],
    "coach.some.{}": [(name,) for name in COACH_PIECES],
    "coach.story.{}.{}": [
        *(
            ("opening", f"{name}{more}")
            for name in (*STANDINGS, ROUGH, WILD, NAMED)
            for more in ("", ".unusual")
        ),
        *(
            ("initiative", name)
            for name in ("seesaw", "wavered", "until", "quiet", "allowed", "lead", "lead_slight")
        ),
        *((slot, name) for slot in ("initiative", "turning") for name in ("slip", "slid", "slid_once")),
        *(("turning", name) for name in ("level", "edge", "mated", "later", "allowed", "began", "pressed")),
        ("initiative", "by"),
        *(("ending", f"once_{name}") for name in ONCE),
        *(("turning", f"edge.{name}") for name in EDGES if name),
        *(("change", name) for name in (PLAIN, FELL, UNNAMED, *CHANGES)),
        *(("ending", name) for name in ("won", "rules", "let_go", "spared", "agreed", "drawn", "held")),
        *(("ending", f"unfinished.{name}") for name in OPEN_ENDS),
        *(
            ("ending", name)
            for name in ("checked", "repeated", "bare", "too_few", "mated.soon", "mated.late", "mated.more")
        ),
        *(("ending", f"surprise.{name}") for name in SURPRISES),
        *(("practice", name) for name in THEMES),
        *(("fight", name) for name in FIGHTS),
        *(("cost", name) for name in COSTS),
        *(("way", name) for name in (*WAYS, *UNTOLD.values())),
        *(("by", name) for name in WAYS if name not in ("ahead", "won")),
        *(("reply", name) for name in REPLIES),
        *(("kept", name) for name in KEPT),
        *(("even_so", name) for name in ("initiative", "better", "winning")),
        *(("lead", name) for name in LEADS),
        *(("lead", f"soon.{name}") for name in LEADS[1:]),
        ("lead", BETTER_END),
        *(("end", name) for name in ENDS),
    ],
    "classics.goal_{}": [(goal.value,) for goal in ClassicGoal],
    "classics.short_{}": [(goal.value,) for goal in ClassicGoal],
    "coach.theme.{}": [(kind.value,) for kind in FactKind],
    "detail.place_{}": [(name,) for name in _PLACES],
    "details.result.{}": [(str(index),) for index in range(len(RESULTS))],
    "exercise.pieces.{}": [(str(number),) for number in range(1, 6)],
    "exercises.{}": [(name,) for name in LEVELS],
    "fault.{}": [(kind.value,) for kind in FaultKind],
    "first.{}": [
        (name,) for lesson in load_lessons() for name in (lesson.key, *(t.words for t in lesson.tasks))
    ],
    "first.{}.page.{}": [
        (lesson.key, str(number)) for lesson in load_lessons() for number in range(1, len(lesson.pages) + 1)
    ],
    "first.praise.{}": [(str(count),) for count in range(1, MOST_STARS + 1)],
    "first.slip.{}": [(slip.value,) for slip in Slip],
    "grade.{}": [(grade.value,) for grade in FAULTS],
    "guide.{}": [(step,) for step in STEPS],
    "help.{}": [(command.name,) for command in keys.all_commands()] + [(name,) for _, name in keys.FIXED],
    "help.group_{}": [(group.value,) for group in keys.Group] + [("fixed",)],
    "guard.{}": [("cut_off",), ("forbidden",)],
    "handicap.{}": [(name,) for name in HANDICAPS],
    "learn.{}": [(view.name.lower(),) for view in LearnView] + [(name,) for name in LOOKED_UP],
    "learn.{}_detail": [(name,) for name in LOOKED_UP],
    "learn.about.{}": [(lesson.key,) for lesson in load_lessons()],
    "lesson.{}": [(lesson.name,) for lesson in RULE_PAGES],
    "lesson.{}.text": [(lesson.name,) for lesson in RULE_PAGES],
    "dossier.ending_{}": [("ahead",), ("level",), ("behind",)],
    "insights.page_{}": [(page.value,) for page in InsightsPage],
    "mark.{}": [(str(mark),) for mark in range(1, 7)],
    "new.level_{}": [(str(level),) for level in range(LOWEST, HIGHEST + 1)],
    "ask.use_{}": [(kind.value,) for kind in Help],
    "notation.{}": [(name,) for name in settings.NOTATIONS],
    "missing.{}": [(name,) for name in losses.LOSSES],
    "opening_idea.{}": [(kind.value,) for kind in IdeaKind],
    "opening.{}": [(code,) for code in CODES],
    "family.{}": [(code,) for code in FAMILIES],
    "games.badge.{}": [(name,) for name in BADGES],
    "games.column.{}": [(name,) for name in COLUMNS],
    "games.group.{}": [("mine",), ("library",), ("files",)],
    "games.source.{}": [(page.value,) for page in LibraryPage if page is not LibraryPage.IMPORT],
    "variation.{}": [(code,) for code in CODES if variation_name(code) is not None],
    "ordinal.{}": [(str(number),) for number in range(1, 11)],
    "outcome.{}": [(reason,) for reason in _REASONS - _CLASSES - _OFFENCES],
    "piece.{}": [(name,) for name in PIECE_NAMES[1:]],
    "piece.{}.{}": list(product(("red", "black"), PIECE_NAMES[1:])),
    "pieces.{}": [(name,) for name in PIECES],
    "place.{}.file.{}": list(product(("red", "black"), map(str, range(1, 10)))),
    "gait.{}": [(name,) for name in PIECE_NAMES[1:]],
    "place.{}": [(place.value,) for place in Place],
    "place.{}.{}": list(product(("red", "black"), map(str, range(5)))),
    "print.task.{}": [("mate",), ("stalemate",), ("win",), ("save",)],
    "purpose.{}": [(rules.SACRIFICE,), (rules.BLOCK,), (rules.TAIL,)],
    "reason.resignation.{}": [("red",), ("black",)],
    "refusal.{}": [(reason.value,) for reason in Reason],
    "save.{}": [("gif",), ("png",)],
    "search.board_{}": [(board.value,) for board in BoardSearch],
    "search.how_{}": [(board.value,) for board in BoardSearch],
    "settings.coach_interrupts.{}": [("off",), *((name,) for name in settings.INTERRUPTING)],
    "share.{}": [(kind.value,) for kind in ShareKind],
    "share.option.{}": [(option.value,) for option in ShareOption],
    "share.note.{}": [(kind.value,) for kind in ShareKind],
    "date.month.{}": [(str(month),) for month in range(1, 13)],
    "date.weekday.{}": [(str(day),) for day in range(1, 8)],
    "home.day.{}": [(str(day),) for day in range(1, 8)],
    "palette.kind_{}": [(kind.name.lower(),) for kind in FindableKind],
    "settings.pace.{}": [(name,) for name in settings.PACES],
    "side.{}": [("red",), ("black",), ("opponent",)],
    "theme.{}": [(name,) for name in BOARDS],
    "they.{}": [(reason,) for reason in _OFFENCES],
    "warning.{}": [(kind,) for kind in (DRAWS, EXPOSES, LOSES, REPEATS, WINS)],
    "you.{}": [(reason,) for reason in _OFFENCES],
}
"""What fills the gaps of keys that are built, where it is not written in the same file."""

JOINED = {"detail.place_{}", "reason.resignation.{}"}
"""Of those, the ones that no formatted text builds alone: records/tree.py and app/session/view.py join them."""

ELSEWHERE = {
    "unrated": tuple(reason.name.lower() for reason in Unrated),
    "reason": _REASONS | {AGREEMENT, RESIGNATION, TIME},
    "class": {rules.CHECK, rules.CHASE, rules.THREAT, rules.IDLE, rules.EXCHANGE},
    "rules": set(rule_sets.NAMES),
}
"""Names of which some are keys."""


@cache
def named() -> list[tuple[Path, list[ast.Constant | ast.JoinedStr | ast.Call]]]:
    """Return what may name a key in each source."""
    return [
        (
            path,
            [
                node
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Constant | ast.JoinedStr | ast.Call)
            ],
        )
        for path in PACKAGE.rglob("*.py")
    ]


def used_keys() -> Iterator[str]:
    """Yield every key that the sources name: literal, built from the file, or built from BUILT."""
    for path, nodes in named():
        written = {
            node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        written |= {word for text in written if len(text) < 200 for word in text.split()}
        yield from written & ENGLISH.keys()
        for template in {built(node) for node in nodes if isinstance(node, ast.JoinedStr)}:
            if template.count("{}") == 1 and "." in template:
                yield from (template.format(word) for word in written)
        if path.is_relative_to(PACKAGE / "coach"):  # the coach names its keys without their first part
            texts = (node.value for node in nodes if isinstance(node, ast.Constant))
            yield from (f"coach.{text}" for text in texts if isinstance(text, str))
    for template, values in BUILT.items():
        yield from (template.format(*value) for value in values)
    for head, names in ELSEWHERE.items():
        yield from (f"{head}.{name}" for name in names)
    yield from (f"rules.{name}_long" for name in rule_sets.NAMES)
    kinds = {kind.value for kind in FactKind}
    told = ("coach.say.", "coach.why.")
    yield from (key for key in ENGLISH if key.startswith(told) and key.split(".")[2] in kinds)
    yield from (f"coach.place.{rank}" for rank in ("front", "rear"))
    yield from (f"coach.reason.{reason}" for reason in _REASONS)


def built(node: ast.JoinedStr) -> str:
    """Return a formatted text with its gaps empty; "" for one that is no key."""
    parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
    text = "".join(map(str, parts))
    return text if re.fullmatch(r"[a-z_]+\.[a-z_.{}]*", text) else ""


def test_every_key_is_used() -> None:
    assert sorted(ENGLISH.keys() - set(used_keys())) == []


def test_every_key_that_is_said_to_be_built_is() -> None:
    made = set()
    for path, nodes in named():
        keys = {built(node) for node in nodes if isinstance(node, ast.JoinedStr)}
        made |= keys | {f"coach.{key}" for key in keys if path.is_relative_to(PACKAGE / "coach")}
    assert BUILT.keys() - made == JOINED


def test_every_key_that_is_built_has_words() -> None:
    wanted = {template.format(*value) for template, values in BUILT.items() for value in values}
    assert sorted(wanted - ENGLISH.keys()) == []


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Yield every call of a source that names a key, with the file and the key:

    ``texts(…)`` and ``Message(…)``.
    """
    for path, nodes in named():
        for node in nodes:
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                if name in ("texts", "_texts", "Message") and isinstance(node.args[0].value, str):
                    yield path.name, node.args[0].value, node


def test_no_call_names_a_key_that_is_not_there_or_lacks_what_its_text_needs() -> None:
    wrong = []
    found = list(calls())
    for file, key, call in found:
        given = {keyword.arg for keyword in call.keywords}
        if key not in ENGLISH:
            wrong.append((file, key))
        elif None not in given and places(ENGLISH[key]) - given:
            wrong.append((file, key, places(ENGLISH[key]) - given))
    assert len(found) > 200
    assert wrong == []


def test_every_toast_and_question_that_is_named_has_words() -> None:
    """Also where the key is chosen first and told elsewhere."""
    toasts = {
        node.value
        for _, nodes in named()
        for node in nodes
        if isinstance(node, ast.Constant) and re.fullmatch(r"(?:toast|ask)\.\w*[a-z]", str(node.value))
    }
    assert len(toasts) > 90
    assert toasts - ENGLISH.keys() == set()


def test_places_have_names() -> None:
    """A place without a name would be filled in the order of another language."""
    for language in LANGUAGES:
        for key, text in texts(language).items():
            assert all(name != "" for _, name, _, _ in Formatter().parse(text)), key


def test_no_two_keys_of_a_plural_differ_in_one_language_only() -> None:
    counted = {key for key, told in forms("en").items() if len(told) == 2}
    assert len(counted) > 10
    for one, other in combinations(("zh-Hans", "zh-Hant"), 2):
        assert {key for key in counted if len(forms(one)[key]) != len(forms(other)[key])} == set()


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_players_are_addressed_in_one_way(language: str) -> None:
    assert [key for key, text in texts(language).items() if "您" in text] == []
