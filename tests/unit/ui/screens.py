"""Every screen of the window, each as what leads to it from a game of four plies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import insights_screens
import openings_screens
import picture_screens
import story_screens
from analysing import LINES, analyse, pv, review, tell, tick
from insights_screens import about, few, insights, known, many, players, some
from library_screens import club_game, explored, kept_analyses, own_games
from PIL import Image
from ui_session import HOT_SEAT, Session

from xiangqi.app.analysis.analysing import ToggleAttacks
from xiangqi.app.board_input.moving import ClickSquare, PlayText
from xiangqi.app.coach.asks import CoachSaid
from xiangqi.app.editor.arrangement import EMPTY, Tool
from xiangqi.app.editor.setting_up import ChooseBrush, OpenEditor, UseTool
from xiangqi.app.engines.asks import EngineIntroduced, EngineRefused
from xiangqi.app.engines.engine_list import AddEngine, PlayAgainstEngine, ShowEngine
from xiangqi.app.event import DayBegan, Tick
from xiangqi.app.exercises.asks import AnswerJudged, ClassicsListed, PracticeRead, SolvedLoaded, TrainingRead
from xiangqi.app.exercises.asks_classics import ClassicStarsKnown
from xiangqi.app.exercises.challenges import GiveSolution, GiveVerdict
from xiangqi.app.exercises.classics import OpenClassics, PlayLevel
from xiangqi.app.exercises.levels import ClassicLevel, mate_group
from xiangqi.app.exercises.modes import Challenge, Puzzle
from xiangqi.app.exercises.puzzles import ListPuzzles, PractiseMistakes, SolvePuzzle
from xiangqi.app.exercises.state import AnswerMode, Assignment
from xiangqi.app.game.play import NewGame, no_game
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.game.search_effects import SearchDone, SearchInfo
from xiangqi.app.game.take_back import TakeBack
from xiangqi.app.game.timekeeping import PauseGame
from xiangqi.app.insights.state import InsightsPage
from xiangqi.app.intent import Intent
from xiangqi.app.lessons.asks import StarsKnown
from xiangqi.app.lessons.going_through import StartLesson, TurnStep
from xiangqi.app.lessons.guide import StartGuide
from xiangqi.app.lessons.welcome import ChooseReading, TellExperience
from xiangqi.app.library.own_games import OpenLibrary
from xiangqi.app.library.state import LibraryPage, LibraryState, OwnGamesList
from xiangqi.app.openings.state import OpeningsView
from xiangqi.app.pixels import Pixels
from xiangqi.app.records.asks_films import FilmProgress
from xiangqi.app.records.asks_reading import FolderListed
from xiangqi.app.records.browse import GoForward, GoLast, GoTo
from xiangqi.app.records.cycle_replay import OpenReplay
from xiangqi.app.records.editing import SetMark
from xiangqi.app.records.loading import CloseRecord
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.records.saving import SaveFile
from xiangqi.app.session import analysed, positions, view
from xiangqi.app.session.coaching import Guide
from xiangqi.app.session.files import Folder, FolderEntry, Loading
from xiangqi.app.session.intents import Hint, StartReview
from xiangqi.app.session.judgement import line_keys
from xiangqi.app.session.panels import ChangeDraft, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.app.session.state import AppState, Panel
from xiangqi.app.session.time_control import TimeControl
from xiangqi.app.session.training import CourseProgress, ExerciseSet, PracticeSummary, TrainingRequest
from xiangqi.app.settings.preferences import ChangeSettings
from xiangqi.app.share.asks import DocumentShown
from xiangqi.app.share.sharing import LookForFolder, OpenShare
from xiangqi.app.share.state import Share
from xiangqi.app.update import Answer, initial_state
from xiangqi.board import Board, Move, parse_square
from xiangqi.coach.notes import MoveNotes
from xiangqi.core.constants import BISHOP, BLACK, RED
from xiangqi.diagram.raster import board_image
from xiangqi.diagram.theme import WOOD
from xiangqi.engine.common.types import Info, Option
from xiangqi.exercises.answering import SolvingTask
from xiangqi.exercises.classics import load_classics, of_goal, record_of
from xiangqi.exercises.deck import DeckCard, Mistake
from xiangqi.exercises.old_books import ClassicGoal
from xiangqi.exercises.pack import ExerciseKind
from xiangqi.exercises.rating import StrengthEstimate
from xiangqi.lessons.lesson import load_lessons
from xiangqi.library import OwnGame
from xiangqi.library.played import statistics
from xiangqi.records.packed import pack
from xiangqi.storage.saved_engines import SavedEngine
from xiangqi.storage.settings import Settings

COMPUTER = Player(PlayerKind.COMPUTER, 10)
OPENING = "h2e2 h9g7 h0g2 i9h9"


def new_game(session: Session) -> None:
    session.send(OpenPanel(Panel.NEW_GAME), ChangeDraft(Setup(Player(), COMPUTER)))


def new_game_of(session: Session, *, more: bool = False, **values: object) -> None:
    """New game with a byo-yomi clock and other choices, More folded or not."""
    new_game(session)
    draft = replace(session.state.draft, time=TimeControl(600, 0, 30), **values)  # type: ignore[arg-type]
    session.send(ChangeDraft(draft))
    session.draw()
    session.screen.memory.rows["new.more"] = int(more)


def new_game_after_games(session: Session) -> None:
    """New game as Black at level 5, against which some games have been played."""
    home_of_club_player(session)
    session.send(OpenPanel(Panel.NEW_GAME), ChangeDraft(replace(session.state.draft, time=TimeControl(600, 5))))


def timed(session: Session) -> None:
    setup = replace(HOT_SEAT, time=TimeControl(36_000))
    session.send(NewGame(setup), Answer(True))
    session.play("h2e2")


def shortcuts(session: Session) -> None:
    """What narrow windows show on the second page of the help."""
    session.send(OpenPanel(Panel.HELP))
    session.draw()
    session.screen.memory.rows["help.views"] = 1


ENGINES = (
    SavedEngine("Strong Engine 3.1", ("/opt/engines/strong-engine",), (("Hash", "256"),)),
    SavedEngine("旋风", ("/opt/engines/cyclone",)),
)
OPTIONS = (
    Option("Hash", "spin", "16", 1, 33554432),
    Option("Ponder", "check", "false"),
    Option("Style", "combo", "Normal", choices=("Solid", "Normal", "Risky")),
    Option("EvalFile", "string", "default.nnue"),
    Option("Clear Hash", "button"),
    *(Option(f"Margin of pruning {number}", "spin", "100", 0, 200) for number in range(12)),
)


def engines(session: Session, panel: Panel = Panel.ENGINES) -> None:
    session.send(ChangeSettings({"engines": ENGINES}), OpenPanel(panel))


def programs(session: Session) -> None:
    engines(session, Panel.ADD_ENGINE)
    entries = (FolderEntry("engines", True), FolderEntry("strong-engine", False, 10**7))
    session.send(FolderListed(Path("/opt"), entries, programs=True))


def engine(session: Session) -> None:
    engines(session)
    session.send(ShowEngine(ENGINES[0].command))
    assert session.state.probe is not None
    session.send(EngineIntroduced(session.state.probe.id, "Strong Engine 3.1", OPTIONS, "A. Smith", "uci"))


def no_engine(session: Session) -> None:
    engines(session)
    session.send(AddEngine(Path("/usr/bin/true")))
    assert session.state.probe is not None
    session.send(EngineRefused(session.state.probe.id, "true ended with exit code 0: no such protocol"))


def against_an_engine(session: Session) -> None:
    engines(session)
    session.send(PlayAgainstEngine(ENGINES[0].command))


def folder(session: Session, panel: Panel) -> None:
    entries = (
        FolderEntry("棋谱", True),
        *(FolderEntry(f"{i}.pgn", False, 10**i, f"202{i % 7}-0{i + 1}-11T20:15") for i in range(8)),
    )
    session.state = replace(session.state, panel=panel, folder=Folder(Path("/records"), entries))


def share(session: Session) -> None:
    """A long picture that has been made: the board in its own colours, as wide and twice as high."""
    session.send(OpenShare())
    assert session.state.held(Share) is not None
    image = board_image(Board().picture(), WOOD, 300)
    longer = Image.new("RGB", (300, 700), (255, 253, 248))
    longer.paste(image.convert("RGB"), (0, 20))
    pixels = Pixels(*longer.size, longer.tobytes())
    session.send(DocumentShown(session.state.held(Share).id, pixels))


def share_folder(session: Session) -> None:
    share(session)
    session.send(LookForFolder())
    folder(session, Panel.SHARE)


def export(session: Session) -> None:
    folder(session, Panel.EXPORT)
    session.state = session.state.with_part(replace(session.state.part(LibraryState), exporting=(1, 2, 3)))


def two_people(session: Session) -> None:
    """Two people with names by the clock, in their second game of the evening."""
    setup = Setup(Player(name="Li Wei"), Player(name="Mei"), time=TimeControl(600, 5))
    session.send(NewGame(setup), Answer(True), Resign(), Answer(True))
    session.send(NewGame(setup), Answer(True))
    session.play(OPENING)


def take_back_asked(session: Session) -> None:
    two_people(session)
    session.uses_help = False
    session.send(TakeBack())


def over(session: Session) -> None:
    session.send(Resign(), Answer(True))


def lost(session: Session, last_score: int = -420) -> None:
    """Show a game lost to the computer, looked at behind its result; the last position has a score for Red."""
    session.send(NewGame(Setup(Player(), Player(PlayerKind.COMPUTER, 3))), Answer(True))
    for move, reply in (("h2e2", "h9g7"), ("h0g2", "i9h9")):
        session.send(PlayText(move))
        assert session.state.search is not None
        session.send(SearchDone(session.state.search.id, pv(reply)[0]))
    session.send(Resign(), Answer(True))
    tick(session)
    for score, line in (
        (last_score, LINES[0]),
        (400, "a9a8 b2e2"),
        (60, "b0c2 a9a8"),
        (-60, "h9g7"),
        (70, "h2e2"),
    ):
        tell(session, score, (line,), done=True)
    while session.state.coaching.asked:
        session.send(*(CoachSaid(number, MoveNotes(())) for number in session.state.coaching.asked))
        tick(session)


def resume(session: Session) -> None:
    game = session.state.current_game
    play = replace(session.state.play, setup=Setup(Player(), COMPUTER))
    offer = ResumeOffer(replace(game, mode=play))
    session.state = replace(session.state, resume=offer)


GAME = """[Event "第一届邀请赛"]
[Red "甲"]
[Black "乙"]
[Date "2020.01.02"]
[Result "1-0"]

1. 炮二平五 {the central cannon} 马8进7 2. 马二进三 (2. 马八进七 卒7进1) 车9平8 1-0
"""
"""A made-up record with a comment and a variation."""


def record(session: Session) -> None:
    session.open_record(GAME)
    session.send(GoTo(3))


def game_list(session: Session) -> None:
    session.open_record(GAME * 3)
    session.send(OpenPanel(Panel.GAME_LIST))


def judged(session: Session) -> None:
    """A false root: the black horse is pinned and does not protect the cannon."""
    setup = replace(HOT_SEAT, start_fen="4k1b2/9/4n4/2c6/9/9/6R2/4R4/9/3K5 w")
    session.send(NewGame(setup), Answer(True))
    session.play("g3c3 c6g6 c3g3 g6c6 " * 2)
    assert session.state.play.end is not None


def replay(session: Session) -> None:
    judged(session)
    session.send(OpenReplay(), GoForward())


def judged_record(session: Session) -> None:
    fen, moves = "4k1b2/9/4n4/2c6/9/9/6R2/4R4/9/3K5 w", "g3c3 c6g6 c3g3 g6c6 " * 2
    session.open_record(f'[Red "甲"]\n[Black "乙"]\n[FEN "{fen}"]\n\n{moves} *')
    session.send(GoLast())


def warned(session: Session) -> None:
    judged(session)
    session.send(TakeBack(), TakeBack(), ClickSquare(parse_square("c3")))


def reviewed(session: Session) -> None:
    review(session, 35, -30, 290, -45, 60)
    state = session.state
    looked = dict.fromkeys(line_keys(state.document.line, view.rules(state), ()))  # the first verdicts stand
    session.state = replace(state, coaching=replace(state.coaching, looked=looked))
    assert [verdict.ply for verdict in analysed.assessment(session.state).marked] == [2, 3]


def mistake(session: Session) -> None:
    reviewed(session)
    session.send(GoTo(3))
    tick(session)


def line_shown(session: Session) -> None:
    analyse(session)
    session.send(ShowLine(4, pv(LINES[0]), 2))
    tick(session)


def refused(session: Session) -> None:
    """The horse's leg is blocked."""
    session.send(ClickSquare(parse_square("b0")), ClickSquare(parse_square("d1")))


def in_check(session: Session) -> None:
    setup = replace(HOT_SEAT, start_fen="4k4/9/9/9/9/9/9/4R4/9/3K5 b")
    session.send(NewGame(setup), Answer(True))


def editor(session: Session, wrong: bool = False) -> None:
    session.send(OpenEditor())
    if wrong:
        session.send(UseTool(Tool.CLEAR), ChooseBrush(RED | BISHOP), ClickSquare(parse_square("e7")))
        session.send(ChooseBrush(EMPTY), ClickSquare(parse_square("c4")))


def guide(session: Session) -> None:
    session.send(StartGuide(), Answer(True))
    assert session.state.held(Guide) is not None


def puzzle(session: Session, *titles: str) -> None:
    """The second of some positions, which Red, and then Black, is to win or to hold."""
    sides = enumerate(titles or ("", "", ""))
    positions = (f"{title}\n4k4/9/9/9/9/9/9/9/8r/R2K5 {'wb'[place % 2]}" for place, title in sides)
    session.open_record("\n".join(positions), "puzzles.txt")
    session.send(SolvePuzzle(1), Answer(True))
    assert session.state.mode(Puzzle) is not None


def puzzle_solved(session: Session) -> None:
    session.open_record("4k4/R8/9/9/9/9/9/9/1R7/3K5 w\n" * 2, "puzzles.txt")
    session.send(SolvePuzzle(0), Answer(True), PlayText("b1b9"))
    assert session.state.solved


def practice(session: Session) -> None:
    reviewed(session)
    session.send(PractiseMistakes(), Answer(True))
    assert session.state.mode(Puzzle) is not None


def practice_missed(session: Session) -> None:
    practice(session)
    assert session.state.mode(Puzzle) is not None
    assert session.state.mode(Puzzle).task is not None
    session.send(PlayText(str(session.state.mode(Puzzle).task.played)))


def details(session: Session) -> None:
    record(session)
    session.send(OpenPanel(Panel.DETAILS))


def menu(session: Session) -> None:
    record(session)
    session.draw()
    session.click_widget("moves.menu")
    assert session.screen.stage.widget("menu") is not None


def unsaved(session: Session) -> None:
    record(session)
    session.send(SetMark(3), CloseRecord())
    assert session.state.question is not None


def reading(session: Session) -> None:
    game_list(session)
    session.state = replace(session.state, loading=Loading(session.state.next_id, "games.pgn", 4, 0.25))


def recent(session: Session) -> None:
    session.open_record(GAME)
    folder(session, Panel.OPEN_FILE)
    session.draw()
    session.screen.memory.rows["open.pages"] = 1


def film(session: Session) -> None:
    session.send(SaveFile(Path("game.gif")))
    assert session.state.film is not None
    session.send(FilmProgress(session.state.film.id, 2, 4))


SUMMARY = PracticeSummary(
    today=3,
    daily=10,
    due=4,
    cards=12,
    streak=5,
    days=6,
    themes=(("mate", 300), ("fork", 120), ("pattern.two_chariots", 40), ("pattern.horse_and_cannon", 25)),
    scores={"fork": (12, 9)},
    classics={"mate": frozenset(("a", "b")), "win": frozenset("c"), "draw": frozenset("d")},
    todays=(True, False, True, *(None,) * 7),
    boards={
        **dict.fromkeys(
            ("today", "mate", "easy", "beginner", "classics.draw"), "3a5/3k3P1/9/8N/C1N6/9/9/B3K4/9/9 w"
        ),
        **dict.fromkeys(
            ("fork", "mixed", "classics.mate", "pattern.two_chariots", "middling"),
            "4k4/R8/9/9/9/9/9/9/1R7/3K5 w",
        ),
        **dict.fromkeys(
            ("deck", "hard", "classics.win", "pattern.horse_and_cannon", "expert"),
            "4k1b2/9/4n4/2c6/9/9/6R2/4R4/9/3K5 w",
        ),
    },
)


def without_game(settings: Settings) -> AppState:
    state = initial_state(settings)
    return replace(state, documents=(no_game(state),), next_id=state.next_id + 1)


def beside_games(session: Session) -> None:
    """A game against a level that has been played before, with a clock."""
    setup = Setup(Player(), Player(PlayerKind.COMPUTER, 5), time=TimeControl(900, 10))
    session.send(NewGame(setup), Answer(True))
    estimate = StrengthEstimate(1580, 1490, 1670)
    session.send(DayBegan(TODAY), PracticeRead(replace(SUMMARY, estimate=estimate)))
    own = OwnGamesList(CLUB_GAMES, statistics(CLUB_GAMES), stale=False)
    session.state = session.state.with_part(replace(session.state.part(LibraryState), own=own))
    for move, reply in (("h2e2", "h9g7"), ("h0g2", "i9h9")):
        session.send(Tick(session.now), PlayText(move), Tick(session.now + 7))
        assert session.state.search is not None
        session.send(SearchDone(session.state.search.id, pv(reply)[0]))


def welcome(session: Session, *answers: Intent) -> None:
    """The first start, before any game."""
    session.state = without_game(session.state.settings)
    session.send(OpenPanel(Panel.WELCOME), *answers)


TODAY = "2026.11.26"
"""A Thursday."""


def start_page(session: Session) -> None:
    session.send(PracticeRead(SUMMARY), OpenPanel(Panel.START))


def home(session: Session, summary: PracticeSummary, *games: OwnGame, **settings: object) -> None:
    """Home on a Thursday, without a game on the board."""
    session.state = without_game(replace(session.state.settings, **settings))  # type: ignore[arg-type]
    session.send(DayBegan(TODAY), PracticeRead(summary), OpenPanel(Panel.START))
    own = OwnGamesList(games, statistics(games), stale=False)
    session.state = session.state.with_part(replace(session.state.part(LibraryState), own=own))


def home_of_newcomer(session: Session) -> None:
    days = {"experience": "new", "lesson_days": ("2026-11-26",), "piece_set": "western", "level": 1}
    home(session, PracticeSummary(daily=10), **days)
    session.send(StarsKnown(dict.fromkeys((task.key for task in load_lessons()[0].tasks), 3)))


CLUB_GAMES = (
    club_game(6, "0-1", "2026-11-25", 5, 82, "C41"),
    club_game(5, "1-0", "2026-11-24", 5, 72, "C30"),
    club_game(4, "1/2-1/2", "2026-11-23", 6, 116, "D20", side=BLACK),
    club_game(3, "1-0", "2026-11-21", 4, 58, "A10"),
    club_game(2, "*", "2026-11-20", 6, 34, "C41"),
    club_game(1, "0-1", "2026-10-02", 6, 94, "E10"),
)


def home_of_club_player(session: Session, **changes: object) -> None:
    estimate = StrengthEstimate(1580, 1490, 1670)
    summary = replace(
        SUMMARY,
        estimate=estimate,
        curve=tuple(StrengthEstimate(mean, mean - 180, mean + 180) for mean in (1480, 1510, 1560, 1540, 1580)),
        due_lines=9,
        practised=("2026-11-23", "2026-11-24", "2026-11-26"),
        mended=("2026-11-24",),
        courses=COURSES,
    )
    settings = {
        "unseen_loss": True,
        "time_control": "600+5",
        "level": 5,
        "side": "black",
        "experience": "often",
    }
    files = {"recent_files": ("/games/evening.pgn", "/games/tournament/round3.xqf", "/games/masters.pgn")}
    home(
        session, summary, *CLUB_GAMES, **{"experience": "often", "guided": True, **settings, **files, **changes}
    )
    session.send(StarsKnown(dict.fromkeys((task.key for one in load_lessons() for task in one.tasks), 3)))


def exercise(session: Session) -> None:
    """The third of ten, after one that was solved and one that was not."""
    fen = "3a5/3k3P1/9/8N/C1N6/9/9/B3K4/9/9 w - - 0 1"
    line = tuple(map(Move.from_iccs, ("c5b7", "d8d7", "a5a7")))
    task = SolvingTask(fen, line, ExerciseKind.MATE)
    one = Assignment(task, "", "daily", ("mate", "pattern.horse_and_cannon"), 1280)
    results = (True, False, *(None,) * 8)
    session.send(PracticeRead(SUMMARY), TrainingRead(TrainingRequest(ExerciseSet.TODAY), (one,) * 10, results))
    assert session.state.mode(Challenge) is not None


def refuted(session: Session) -> None:
    exercise(session)
    session.send(PlayText("e2f2"))
    reply = (Move.from_iccs("d9e8"), Move.from_iccs("i6g7"))
    played = AnswerJudged(session.state.document.id, (), Move.from_iccs("e2f2"), good=False, line=reply)
    session.send(played)
    assert session.state.preview is not None


def hinted(session: Session) -> None:
    exercise(session)
    session.send(*(Hint(),) * 3)


def solved_exercise(session: Session) -> None:
    exercise(session)
    session.send(GiveSolution(), GoLast())


def solved_card(session: Session) -> None:
    """A mistake of one's own, looked at."""
    exercise(session)
    challenge = session.state.mode(Challenge)
    assert challenge is not None
    task = challenge.assignment.task
    mistake = Mistake(task.fen, Move.from_iccs("e2f2"), task.solution, 0.4)
    card = DeckCard(mistake, "", datetime(2026, 3, 2, tzinfo=timezone.utc), number=1)
    one = replace(challenge.assignment, card=card)
    session.send(TrainingRead(TrainingRequest(ExerciseSet.DECK), (one,), (None,)), GiveSolution(), GoLast())


COURSES = (
    CourseProgress("endings", (("KPK win", True), ("KPK draw", False))),
    CourseProgress("repetition", (("perpetual-check", False),)),
    CourseProgress("openings", (("C49", True),)),
    CourseProgress("pattern.two_chariots", (("idea", True), ("x", False), ("y", False))),
)


def courses(session: Session) -> None:
    session.send(PracticeRead(replace(SUMMARY, courses=COURSES)), OpenPanel(Panel.COURSES))


def lesson(session: Session, answer_mode: AnswerMode, fen: str, line: str = "", **values: str) -> None:
    """The first of two lessons."""
    task = SolvingTask(fen, tuple(map(Move.from_iccs, line.split())), ExerciseKind.WIN)
    one = Assignment(task, "", "course", ("pattern.two_chariots",), answer_mode=answer_mode, **values)
    course = TrainingRequest(
        ExerciseSet.LESSON, "pattern.two_chariots" if answer_mode is AnswerMode.LOOK else "endings"
    )
    session.send(TrainingRead(course, (one, one), (None, None)))
    assert session.state.mode(Challenge) is not None


def ending(session: Session) -> None:
    lesson(session, AnswerMode.ENDING, "9/P8/4k4/9/9/9/9/9/9/5K3 w - - 0 1", title="KPK")
    session.send(Hint())


def repetition(session: Session, answered: bool = False) -> None:
    cycle = "e5d5 d9e9 d5e5 e9d9 " * 2
    lesson(session, AnswerMode.JUDGE, "3k1a3/9/9/9/4R4/9/9/6p2/4p4/5K3 w - - 0 1", cycle, rules="wxf")
    if answered:
        session.send(GiveVerdict(BLACK))


def rating(session: Session) -> None:
    means = (1500, 1430, 1380, 1420, 1405)
    curve = tuple(
        StrengthEstimate(mean, mean - 400 / place, mean + 380 / place) for place, mean in enumerate(means, 1)
    )
    phases = (
        ("opening", StrengthEstimate(1510, 1400, 1630)),
        ("middlegame", StrengthEstimate(1340, 1190, 1490)),
    )
    days = tuple(f"2026-{1 + place // 27:02}-{1 + place % 27:02}" for place in range(0, 290, 3))
    known = replace(
        SUMMARY,
        estimate=curve[-1],
        curve=curve,
        curve_days=("2025-06-01", "2025-12-24", "2026-09-01", "2026-09-30", "2026-10-18"),
        phases=phases,
        tries=(142, 101),
        scores={"fork": (12, 9), "mate": (40, 36), "pattern.two_chariots": (5, 1)},
        practised=days,
        mended=days[::4],
        lines=77,
        known_lines=68,
        due_lines=9,
    )
    session.state = replace(session.state, today="2026.10.20")
    own_games(session, LibraryPage.GAMES)
    insights(session, many())
    session.send(PracticeRead(known), OpenPanel(Panel.RATING))


def no_rating(session: Session) -> None:
    """Progress after three reviewed games."""
    insights(session, few())
    session.send(PracticeRead(SUMMARY), OpenPanel(Panel.RATING))


def adaptive(session: Session) -> None:
    session.send(OpenPanel(Panel.NEW_GAME))
    session.send(ChangeDraft(Setup(Player(), replace(COMPUTER, rating=1450))))


def light(session: Session, board: str, pieces: str) -> None:
    session.send(ChangeSettings({"theme": board, "piece_set": pieces, "dark": False}))


def first_lesson(session: Session, key: str, place: int, *clicked: str) -> None:
    """A page or a task of a first lesson, after some clicks on the board."""
    stars = {"board.1": 3, "board.2": 2, "board.3": 1, "chariot.1": 3}
    session.send(StarsKnown(stars), StartLesson(key, afresh=True), TurnStep(place))
    session.send(*(ClickSquare(parse_square(square)) for square in clicked))


def lessons_path(session: Session) -> None:
    """The path of the lessons: one with all stars, one with less, one that was begun."""
    done = {task.key: 3 for lesson in load_lessons()[:3] for task in lesson.tasks} | {"chariot.2": 1}
    known = PracticeRead(replace(SUMMARY, courses=COURSES))
    session.send(known, StarsKnown({**done, "horse.1": 2}), OpenPanel(Panel.LESSONS))


def classics(session: Session) -> None:
    """The second stage of the mates from old books, some of them solved."""
    mates = of_goal(load_classics(), ClassicGoal.MATE)[:75]
    levels = tuple(ClassicLevel(pack(record_of(one)), one.rating, mate_group(one.mate)) for one in mates)
    session.send(OpenClassics("mate"), ClassicsListed("mate", levels))
    solved = [level.key for level in levels[:33]]
    session.send(SolvedLoaded(frozenset(solved)))
    session.send(ClassicStarsKnown({key: 1 + place % 3 for place, key in enumerate(solved)}))


def classic_slipped(session: Session) -> None:
    """A won classic that is no longer won."""
    classics(session)
    session.send(PlayLevel(33), Answer(True))
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    session.play(str(Board(puzzle.setup.start_fen).legal_moves()[0]))
    assert session.state.search is not None
    reply = positions.board_at(session.state.play.line).legal_moves()[0]
    found = session.state.search.id
    session.send(SearchInfo(found, Info(9, 9, 1, 1, 300, pv=(reply,))), SearchDone(found, reply))
    assert session.state.mode(Puzzle).has_slipped  # type: ignore[union-attr]


def classic_cleared(session: Session) -> None:
    """A mate of an old book, played as the book has it."""
    classics(session)
    session.send(PlayLevel(33), Answer(True))
    puzzle = session.state.mode(Puzzle)
    assert puzzle is not None
    assert puzzle.page is not None
    for place, move in enumerate(puzzle.page.line):
        if place % 2 == 0:
            session.send(PlayText(str(move)))
        else:
            assert session.state.search is not None
            session.send(SearchDone(session.state.search.id, move))
    assert session.state.play.end is not None


def practice_improved(session: Session) -> None:
    """A move that is better than the mistake, but not the best one."""
    practice(session)
    session.send(PlayText("a6a5"))
    assert session.state.search is not None
    found = session.state.search.id
    reply = Move.from_iccs("a0a1")
    session.send(SearchInfo(found, Info(9, 9, 1, 1, -60, pv=(reply,))), SearchDone(found, reply))
    assert session.state.mode(Puzzle).found  # type: ignore[union-attr]


SCREENS: dict[str, Callable[[Session], None]] = {
    "playing": lambda _: None,
    "welcome": welcome,
    "welcome, answered": lambda session: welcome(session, ChooseReading(chinese=False), TellExperience("new")),
    "game, earlier games": beside_games,
    "first lessons": lessons_path,
    "first lesson, page": lambda session: first_lesson(session, "board", 2),
    "first lesson, moves": lambda session: first_lesson(session, "horse", 1),
    "first lesson, placing": lambda session: first_lesson(session, "board", 6),
    "first lesson, points": lambda session: first_lesson(session, "cannon", 3, "e8"),
    "first lesson, wrong try": lambda session: first_lesson(session, "mate", 2, "a8", "a9"),
    "first lesson, task done": lambda session: first_lesson(session, "cannon", 2, "e2", "e8"),
    "first lesson, over": lambda session: first_lesson(session, "opening", 99),
    "new game": new_game,
    "new game of engines": lambda session: new_game_of(session, red=COMPUTER, black=COMPUTER),
    "new game of friends": lambda session: new_game_of(session, red=Player(), black=Player()),
    "new game, after games": new_game_after_games,
    "new game, more": lambda session: new_game_of(session, more=True),
    "timed": timed,
    "engines": engines,
    "programs": programs,
    "engine": engine,
    "no engine": no_engine,
    "new game against an engine": against_an_engine,
    "two people": two_people,
    "two people, a take-back": take_back_asked,
    "two people, over": lambda session: (two_people(session), over(session))[1],
    "paused": lambda session: (timed(session), session.send(PauseGame()))[0],
    "settings": lambda session: session.send(OpenPanel(Panel.SETTINGS)),
    "help": lambda session: session.send(OpenPanel(Panel.HELP)),
    "help, shortcuts": shortcuts,
    "open": lambda session: folder(session, Panel.OPEN_FILE),
    "save": lambda session: folder(session, Panel.SAVE_FILE),
    "export": export,
    "share": share,
    "share, folder": share_folder,
    "over": over,
    "lost": lost,
    "looking back": lambda session: session.send(GoTo(2)),
    "resume": resume,
    "record": record,
    "game list": game_list,
    "judged": judged,
    "replay": replay,
    "judged record": judged_record,
    "judged record, replay": lambda session: (judged_record(session), session.send(OpenReplay()))[0],
    "warned": warned,
    "analysis": analyse,
    "analysis of five lines": lambda session: analyse(session, 5),
    "attacked points": lambda session: session.send(ToggleAttacks()),
    "review": lambda session: session.send(StartReview()),
    "reviewed": reviewed,
    "mistake": mistake,
    "story": story_screens.told,
    "story, a moment": lambda session: story_screens.told(session, 3),
    "story, a moment, shown": lambda session: story_screens.told(session, 2, shown=True),
    "story, the end": lambda session: story_screens.told(session, story_screens.LAST),
    "story, under way": story_screens.half_reviewed,
    "story, to be found": story_screens.looked_for,
    "story, found": story_screens.found,
    "line shown": line_shown,
    "question": lambda session: session.send(Resign()),
    "refused": refused,
    "picked up": lambda session: session.send(ClickSquare(parse_square("i0"))),
    "in check": in_check,
    "editor": editor,
    "editor, impossible": lambda session: editor(session, wrong=True),
    "rules": lambda session: session.send(OpenPanel(Panel.RULES)),
    "guide": guide,
    "puzzle": puzzle,
    "puzzle to draw": lambda session: puzzle(session, "红先和", "黑先和"),
    "puzzle solved": puzzle_solved,
    "list of puzzles": lambda session: (puzzle(session), session.send(ListPuzzles()))[0],
    "practice": practice,
    "practice, missed": practice_missed,
    "practice, improved": practice_improved,
    "practice, list": lambda session: (practice(session), session.send(ListPuzzles()))[0],
    "start page": start_page,
    "home, newcomer": home_of_newcomer,
    "home, club player": home_of_club_player,
    "home, masters' games": lambda session: (
        home_of_club_player(session),
        openings_screens.games_of_the_day(session),
    )[0],
    "home, after a week": lambda session: (
        home_of_club_player(session, unseen_loss=False),
        session.send(DayBegan("2026.12.09")),
    )[0],
    "explorer": lambda session: (
        session.send(NewGame(HOT_SEAT), Answer(True)),
        explored(session),
    )[1],
    "library": lambda session: own_games(session, LibraryPage.GAMES),
    "analyses": kept_analyses,
    "figures": lambda session: own_games(session, LibraryPage.FIGURES),
    "search of the library": lambda session: session.send(OpenLibrary(LibraryPage.SEARCH)),
    "openings": openings_screens.explorer,
    "openings, games": openings_screens.with_games,
    "openings, empty": openings_screens.empty,
    "openings, training": lambda session: openings_screens.explorer(session, 0, OpeningsView.TRAIN),
    "openings, games of the day": lambda session: openings_screens.with_games(session, OpeningsView.TRAIN),
    "repertoire": openings_screens.repertoire,
    "repertoire_question": openings_screens.question,
    "exercises": lambda session: session.send(PracticeRead(SUMMARY), OpenPanel(Panel.EXERCISES)),
    "classics": classics,
    "classic, slipped": classic_slipped,
    "classic, cleared": classic_cleared,
    "exercise": exercise,
    "exercise refuted": refuted,
    "exercise with a hint": hinted,
    "exercise, the solution": solved_exercise,
    "exercise, an own mistake": solved_card,
    "rating": rating,
    "rating, too few games": no_rating,
    "rating, nothing yet": lambda session: session.send(
        PracticeRead(PracticeSummary()), OpenPanel(Panel.RATING)
    ),
    "new game, adaptive": adaptive,
    "courses": courses,
    "lesson, a pattern": lambda session: lesson(
        session, AnswerMode.LOOK, "R1b1k4/1R7/3P5/9/9/9/9/5K3/9/9 w", "a9c9"
    ),
    "lesson, an ending": ending,
    "lesson, a repetition": repetition,
    "lesson, a verdict": lambda session: repetition(session, answered=True),
    "details": details,
    "menu": menu,
    "unsaved": unsaved,
    "reading": reading,
    "recent files": recent,
    "film": film,
    "insights, names": insights_screens.asked_names,
    "insights, reading": lambda session: insights(session, None),
    "insights of three games": lambda session: insights(session, few()),
    "insights of thirty games": lambda session: insights(session, some()),
    "insights of 300 games": lambda session: insights(session, many()),
    "insights of 300 games, two people": lambda session: insights(
        session, many(), InsightsPage.CLAIMS, "Li Wei", "梅"
    ),
    "insights over time": lambda session: insights(session, many(), InsightsPage.TIME),
    "insights over time, three games": lambda session: insights(session, few(), InsightsPage.TIME),
    "insights, openings": lambda session: insights(session, many(), InsightsPage.OPENINGS),
    "insights, players": lambda session: players(session, many()),
    "dossier, openings": lambda session: about(session, "吕钦", known(), InsightsPage.OPENINGS),
    "dossier, prepare": lambda session: about(session, "吕钦", known(), InsightsPage.PREPARE),
    "dossier, results": lambda session: about(session, "吕钦", known(), InsightsPage.RESULTS),
    "dossier, games": lambda session: about(session, "吕钦", known(), InsightsPage.GAMES),
    "insights, games": lambda session: insights(session, many(), InsightsPage.GAMES),
    "picture, opened": lambda session: (picture_screens.opened(session, "second.png"), None)[1],
    "picture, read": picture_screens.read,
    "picture, a doubtful point": picture_screens.choosing,
    "picture, no board": picture_screens.without_board,
    "picture, two boards": picture_screens.two_boards,
    "picture, confirmed": picture_screens.confirmed,
    "picture, unreadable": picture_screens.unreadable,
    "jade and lacquer": lambda session: light(session, "jade", "lacquer"),
    "paper and western": lambda session: light(session, "paper", "western"),
    "printed": lambda session: light(session, "walnut", "printed"),
    "contrast": lambda session: light(session, "contrast", "western"),
}


def prepared(name: str, size: tuple[int, int], language: str, scale: float = 1.0) -> Session:
    session = Session(size, initial_state(Settings(language=language, ui_scale=scale)))
    session.play(OPENING)
    SCREENS[name](session)
    session.draw()
    session.draw()  # what slides has arrived
    return session
