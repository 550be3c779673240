"""The pages about a player, filled with the results of few and many games, for tests and pictures."""

from __future__ import annotations

from dataclasses import replace

from ui_session import Session

from xiangqi.app.event import Tick
from xiangqi.app.exercises.asks import PracticeRead
from xiangqi.app.insights.asks import InsightsRead, PlayersListed
from xiangqi.app.insights.asks_reviews import ReviewingStands
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.insights.state import InsightsPage, InsightsState, PlayerInsights
from xiangqi.app.session.training import PracticeSummary
from xiangqi.board import Board, Move
from xiangqi.coach.summary import PHASES
from xiangqi.core.constants import BLACK, CANNON, KNIGHT, RED
from xiangqi.exercises.rating import StrengthEstimate
from xiangqi.i18n.message import Message
from xiangqi.insights.claims import Claim, Insights, Undecided
from xiangqi.insights.dimensions import DIMENSIONS, DivisionKind
from xiangqi.insights.dossier import Against, Aim, Dossier, Endings, LatestGame, Leaving, ResultGroup
from xiangqi.insights.figures import FamilyResults, Figures, Month, PhaseTime
from xiangqi.insights.first_moves import FirstMoves
from xiangqi.insights.moves import CountedMove
from xiangqi.insights.strength import Band
from xiangqi.library import LibraryPlayer
from xiangqi.openings import FAMILIES

PLAYERS = (
    LibraryPlayer("吕钦", 412),
    LibraryPlayer("Li Wei", 37),
    LibraryPlayer("李偉", 5),
    LibraryPlayer("Mei", 1),
)
_WAY = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5"
_AT = "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w - - 0 5"
_LATER = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 2"


def position(number: int, loss: float, side: int = RED) -> CountedMove:
    board = Board(_AT)
    moves = board.legal_moves()
    played, best = moves[number % len(moves)], moves[(number + 7) % len(moves)]
    where = (loss, PHASES[1], "level", "C41", CANNON)
    return CountedMove(number, 9, side, board.fen(), played, best, *where, "fork", False, KNIGHT, 2)


def claim(place: str, effect: float, games: int, rating: int = 1450) -> Claim:
    dimension = next(one for one in DIMENSIONS if one.key == place)
    low, high, moves = 0.7 * effect, 1.4 * effect, 9 * games
    words = {"times": f"{effect:.1f}", "low": f"{low:.1f}", "high": f"{high:.1f}"}
    key = "claim.losses" if dimension.kind is DivisionKind.LOSSES else "claim.text"
    text = Message(key, where=dimension.name, games=games, faults=moves, rating=rating, **words)
    places = tuple(position(number, 0.6 - number / 12) for number in range(1, 6))
    return Claim(dimension, effect, low, high, games, moves, games, places, text)


def few() -> PlayerInsights:
    """Return the report on three games, which are too few."""
    said = Insights(3, 94, 1320, (), (), Message("claim.too_few", count=3, wanted=30))
    months = (Month("2026-11", 3, Band(4.33, 1.4, 7.3), Band(1320, 990, 1650)),)
    figures = Figures(months, (), (FamilyResults(FAMILIES[0], 1, 0, 1),), (FamilyResults("", 0, 1, 0),))
    return PlayerInsights(said, figures, 4, 3)


def some() -> PlayerInsights:
    """Return the report on thirty games, with a possible weakness."""
    dimension = next(one for one in DIMENSIONS if one.key == "phase.endgame")
    undecided = Undecided(dimension, 48, Message("claim.undecided", where=dimension.name, games=48))
    said = Insights(30, 1204, 1400, (), (undecided,), Message("claim.nothing", games=30, moves=1204))
    return replace(few(), insights=said, games=33, reviewed=30)


def many() -> PlayerInsights:
    """Return the report on three hundred games with three weaknesses."""
    found = (("fork.horse", 2.6, 141), ("opening.C00", 1.8, 103), ("clock.hurry", 1.5, 96))
    claims = tuple(claim(*one) for one in found)
    said = Insights(300, 11873, 1450, claims, (), Message("claim.found", games=300, moves=11873))
    months = tuple(
        Month(
            f"{2025 + month // 12}-{month % 12 + 1:02}",
            8 + month % 5,
            Band(costly, costly * 0.7, costly * 1.3),
            Band(1380 + 6 * month, 1290 + 6 * month, 1470 + 6 * month),
        )
        for month, costly in ((month, 5.2 - 0.13 * month + 0.3 * (month % 3)) for month in range(22))
    )
    times = tuple(PhaseTime(phase, 2400, taken) for phase, taken in zip(PHASES, (6.2, 17.8, 11.4), strict=True))
    scores = ((51, 12, 30), (30, 18, 49), (9, 4, 11), (22, 9, 20), (2, 0, 3), (12, 6, 12))
    openings = [FamilyResults(family, *score) for family, score in zip(FAMILIES, scores, strict=False)]
    red, black = (*openings[::2], FamilyResults("", 2, 0, 3)), tuple(openings[1::2])
    return PlayerInsights(said, Figures(months, times, red, black), 322, 300)


def rated() -> PracticeSummary:
    curve = tuple(
        StrengthEstimate(1300 + 3 * games, 1300 + 3 * games - unsure, 1300 + 3 * games + unsure)
        for games, unsure in ((games, 900 / (games + 3)) for games in range(1, 60))
    )
    return PracticeSummary(estimate=curve[-1], curve=curve)


def asked_names(session: Session) -> None:
    """Show the question for the user's names, with those of the library."""
    session.send(OpenInsights(), PlayersListed(PLAYERS))
    session.draw()


def insights(
    session: Session, report: PlayerInsights | None, page: InsightsPage = InsightsPage.CLAIMS, *people: str
) -> None:
    """Show a page of the user's own games."""
    session.settle(people=people or ("Li Wei; 李伟",))
    session.send(OpenInsights(page), PracticeRead(rated()), Tick(session.now))
    if report is not None:
        session.send(InsightsRead(session.state.part(InsightsState).ask_id, report))
        waiting = max(0, report.games - report.reviewed)
        session.send(ReviewingStands(session.state.part(InsightsState).reviews.id, report.reviewed, waiting, 2))
    session.draw()


def players(session: Session, report: PlayerInsights) -> None:
    """Show the players of the library."""
    insights(session, report, InsightsPage.PLAYERS)
    session.send(PlayersListed((*PLAYERS, LibraryPlayer("Computer, level 3", 12))))
    session.draw()


def about(
    session: Session, name: str, report: PlayerInsights, page: InsightsPage = InsightsPage.CLAIMS
) -> None:
    """Show a page of another player's games."""
    session.send(OpenInsights(page, name), Tick(session.now))
    session.send(InsightsRead(session.state.part(InsightsState).ask_id, report))
    session.draw()


def known() -> PlayerInsights:
    """Return the report on forty games of another player."""
    aims = (
        Aim(_AT, RED, tuple(map(Move.from_iccs, _WAY.split())), 0.18, 7, 22, 0.31),
        Aim(_LATER, BLACK, tuple(map(Move.from_iccs, ("h2e2", "h9g7", "h0g2"))), 0.12, 5, 18, 0.38),
    )
    board = Board(_AT)
    leaves = (Leaving(_AT, RED, 9, board.legal_moves()[3], 12, board.legal_moves()[5], 0.54),)
    against = (Against(1600, 2000, 21, Band(0.62, 0.44, 0.8)), Against(2400, None, 6, Band(0.25, 0.0, 0.57)))
    endings = (Endings("ahead", 12, 9, 2, 1), Endings("level", 9, 2, 5, 2), Endings("behind", 5, 0, 1, 4))
    practice = {RED: (0.58, 0.53, 22), BLACK: (0.41, 0.46, 18)}
    dossier = Dossier(40, (), (), practice, leaves, endings, 82.0, against, aims, FirstMoves(()))
    years = (ResultGroup("1999", 3, 2, 1, 0), ResultGroup("1997", 36, 13, 13, 10), ResultGroup("", 1, 1, 0, 0))
    rivals = (ResultGroup("赵国荣", 9, 3, 4, 2), ResultGroup("李来群", 6, 2, 3, 1))
    dossier = replace(dossier, opponents=rivals, by_year=years, latest=tuple(map(_latest, range(24))))
    red = ((9, 3, 3), (2, 1, 1), (1, 1, 0), (0, 1, 0))
    black = ((2, 5, 3), (1, 2, 1), (1, 1, 2))
    figures = replace(
        many().figures,
        red=tuple(
            FamilyResults(*one) for one in zip((*FAMILIES[:6:2], ""), *zip(*red, strict=True), strict=True)
        ),
        black=tuple(
            FamilyResults(*one) for one in zip(FAMILIES[1:6:2], *zip(*black, strict=True), strict=True)
        ),
    )
    return replace(few(), figures=figures, games=40, reviewed=0, dossier=dossier)


def _latest(place: int) -> LatestGame:
    """Return one of a player's latest games."""
    rival = ("赵国荣", "李来群", "胡荣华", "徐天红", "柳大华")[place % 5]
    side = BLACK if place % 3 == 1 else RED
    score = (1.0, 0.5, 0.0, 0.5, 1.0)[place * 7 % 5]
    opening = ("C41", "C00", "B05", "A08", "D10")[place * 3 % 5]
    return LatestGame(100 - place, side, rival, score, opening, 52 + place * 13 % 60, 1999 - place // 3 * 2, 0)
