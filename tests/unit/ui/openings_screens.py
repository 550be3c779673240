"""The user's repertoire in the window, for tests and pictures."""

from __future__ import annotations

from datetime import datetime, timezone

from ui_session import Session

from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import TrainingRead
from xiangqi.app.exercises.background_work.repertoire_round import assignment_of
from xiangqi.app.library.asks import DailyChosen, Explored, masters_moves
from xiangqi.app.library.asks_masters import MastersFound
from xiangqi.app.library.state import DailyGames, DailyReason, ExampleGame, Exploration, LibraryState, NamedGame
from xiangqi.app.openings.asks import RepertoireRead
from xiangqi.app.openings.place import ChooseSide, OpenRepertoire, ShowOpeningLine, ShowOpenings
from xiangqi.app.openings.state import OpeningsView, SideView
from xiangqi.app.session.places import GoToPlace, Place
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.board import Move
from xiangqi.core.constants import BLACK, RED
from xiangqi.insights.figures import FamilyResults
from xiangqi.library.masters import Script
from xiangqi.openings import practice
from xiangqi.repertoire.gaps import gaps
from xiangqi.repertoire.lines import Repertoire, moves_of_line
from xiangqi.repertoire.training import CardCounts, CardQuestion, new_card
from xiangqi.ui.parts.daily_card import own_codes

LINES = ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4", "h2e2 h7e7 h0g2 h9g7 i0h0")
_MASTERS = (("赵国荣", "柯永青", 1997), ("吕钦", "林宏敏", 1994), ("胡荣华", "杨官璘", 1962))
NOW = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)


def kept() -> Repertoire:
    """Return a repertoire for Red."""
    made = Repertoire(RED)
    for line in LINES:
        made = made.with_moves(moves_of_line(tuple(map(Move.from_iccs, line.split())), RED))
    return made


def read(session: Session) -> None:
    """Let the session know the lines, with six positions of which three are known."""
    made, none = kept(), Repertoire(BLACK)
    sides = {
        RED: SideView(
            made,
            CardCounts(6, 3, 2, 1, 1),
            tuple(gaps(made, practice.weights, 0.005)),
            (FamilyResults("C00", 5, 1, 3),),
        ),
        BLACK: SideView(none, CardCounts(0, 0, 0, 0, 0), ()),
    }
    session.send(RepertoireRead(sides))


def repertoire(session: Session) -> None:
    """Show the player's own lines for Red."""
    session.send(OpenRepertoire(RED))
    read(session)
    session.draw()


def explorer(
    session: Session,
    plies: int = 6,
    view: OpeningsView = OpeningsView.EXPLORE,
    examples: tuple[ExampleGame, ...] = (),
) -> None:
    """Show Openings after some moves of the first line, with the masters' moves from there.

    With example games, the library of masters' games has been made.
    """
    if examples:
        session.send(MastersFound(Script.of(session.state.settings.language)))
    line = tuple(map(Move.from_iccs, LINES[0].split()))[:plies]
    session.send(GoToPlace(Place.OPENINGS), ShowOpeningLine(line), ShowOpenings(view))
    read(session)
    session.send(Tick(session.now), Tick(session.now))
    asked = session.state.part(LibraryState).explorer
    assert asked is not None
    assert asked.asked is not None
    masters = masters_moves(asked.asked.position)
    answer = Exploration(asked.asked, masters=masters, examples=examples, libraries=asked.libraries)
    session.send(Explored(asked.ask_id, answer))
    session.draw()


def with_games(session: Session, view: OpeningsView = OpeningsView.EXPLORE) -> None:
    """Show Openings with games of masters from the position, and those of the day."""
    line = tuple(map(Move.from_iccs, LINES[0].split()))
    games = tuple(
        ExampleGame(number, red, black, "1-0", year, 6, line[6], of_masters=True)
        for number, (red, black, year) in enumerate(_MASTERS, 1)
    )
    explorer(session, view=view, examples=games)
    games_of_the_day(session)


def games_of_the_day(session: Session) -> None:
    """Let the masters' games be there, with those of the day chosen."""
    session.send(MastersFound(Script.of(session.state.settings.language)))
    named = tuple(
        NamedGame(number, red, black, "全国个人赛", f"{year}.10.12", "1-0")
        for number, (red, black, year) in enumerate(_MASTERS, 1)
    )
    codes = own_codes(session.state)
    session.send(DailyChosen(DailyGames(session.state.today, codes, DailyReason.MINE, "C00", named)))
    session.draw()


def empty(session: Session) -> None:
    """Show Openings from the start, without lines of one's own."""
    session.send(GoToPlace(Place.OPENINGS), RepertoireRead({}))
    none = CardCounts(0, 0, 0, 0, 0)
    sides = {side: SideView(Repertoire(side), none, ()) for side in (RED, BLACK)}
    explorer(session, 0)
    session.send(RepertoireRead(sides), ChooseSide(RED))
    session.draw()


def question(session: Session) -> None:
    """Show an exercise for a position of the repertoire."""
    line = tuple(map(Move.from_iccs, LINES[0].split()))
    asked = CardQuestion(new_card("", NOW), line[:6], line[6:])
    request = TrainingRequest(ExerciseSet.REPERTOIRE, "red")
    session.send(TrainingRead(request, (assignment_of(asked),), (None,)))
    session.draw()
