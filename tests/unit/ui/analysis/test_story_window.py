"""A review told as a story in the window: what is gold, what is hidden, and where everything stands."""

from __future__ import annotations

import re
from dataclasses import replace

import pygame
import pytest
import story_screens
from screens import prepared
from ui_session import Session

from xiangqi.app.analysis.story import FIRST, LAST, OpenStory, TurnPage, told_moment, told_story
from xiangqi.app.coach import coached
from xiangqi.app.exercises.modes import Puzzle
from xiangqi.app.exercises.puzzles import PractiseMistakes
from xiangqi.app.records.browse import GoTo
from xiangqi.app.session import analysed
from xiangqi.app.session.intents import StartReview
from xiangqi.app.session.moments import fen_before, moments, own_moments
from xiangqi.app.session.solved import key_of
from xiangqi.app.share.asks import MakeDocument, game_of
from xiangqi.app.share.sharing import ChooseOption, ChooseShare, OpenShare, remarks, story_remark
from xiangqi.app.share.state import ShareKind, ShareOption
from xiangqi.board import Move
from xiangqi.coach.story_passages import PRACTICE
from xiangqi.diagram.geometry import BoardLayout
from xiangqi.diagram.picture import Ink
from xiangqi.ui.analysis.analysis_marks import analysis_arrows, moment_grade
from xiangqi.ui.analysis.graph import Graph
from xiangqi.ui.analysis.moment_words import loss_words
from xiangqi.ui.analysis.story_cards import MomentTile
from xiangqi.ui.board.board_view import BoardView
from xiangqi.ui.board.player_marks import PlayerMarks
from xiangqi.ui.parts.coach_rows import SentenceRow
from xiangqi.ui.parts.context import PanelContext
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.toolkit.painter import Painter
from xiangqi.ui.toolkit.roles import DARK
from xiangqi.ui.toolkit.theme import look
from xiangqi.ui.toolkit.widgets import Button, Label, Memory
from xiangqi.ui.window.board_content import board_picture

SIZES = [(800, 600), (1366, 740), (1920, 1050), (2560, 1050), (900, 1400)]
PLAYED, BETTER = Move.from_iccs("g7e7"), Move.from_iccs("h8h9")
"""The move of the third moment, and the better one."""


def gold(session: Session) -> list[str]:
    return [one.key for one in session.screen.stage.widgets if isinstance(one, Button) and one.primary]


def keys(session: Session) -> set[str]:
    return {one.key for one in session.screen.stage.widgets}


def said(session: Session) -> str:
    return " ".join(one.text for one in session.screen.stage.widgets if isinstance(one, (SentenceRow, Label)))


@pytest.fixture(scope="module", params=SIZES)
def moment(request: pytest.FixtureRequest) -> Session:
    """The third moment, which is read only."""
    return prepared("story, a moment", request.param, "en")


def test_nothing_names_the_better_move_before_it_is_found(moment: Session) -> None:
    arrows = {(one.from_square, one.to_square): one.ink for one in analysis_arrows(moment.state)}
    assert arrows.pop((PLAYED.from_square, PLAYED.to_square)) is Ink.PLAYED
    assert (BETTER.from_square, BETTER.to_square) not in arrows
    assert Ink.BEST not in arrows.values()
    assert "analysis.card" not in keys(moment), "the engine's lines"
    assert "Better" not in said(moment)
    assert gold(moment) == ["review.find"]


def test_the_move_that_was_played_is_a_solid_arrow_and_its_piece_has_its_sign(moment: Session) -> None:
    assert not Ink.PLAYED.is_broken
    assert moment_grade(moment.state) == ((PLAYED.from_square, "??"),)
    bare = replace(board_picture(moment.state, PlayerMarks(), (), None, 0.0), graded=())
    layout = BoardLayout.fit(0, 0, 360, 400, False)
    drawn = [pygame.Surface((360, 400)) for _ in range(2)]
    for surface, picture in zip(drawn, (bare, replace(bare, graded=moment_grade(moment.state))), strict=True):
        BoardView(look("walnut", "traditional")).draw(surface, layout, picture)
    assert pygame.image.tobytes(drawn[0], "RGB") != pygame.image.tobytes(drawn[1], "RGB")


def test_away_from_the_position_before_it_a_move_has_no_sign() -> None:
    session = prepared("story, a moment", SIZES[0], "en")
    session.send(GoTo(2))
    assert moment_grade(session.state) == ()


def test_a_reason_that_is_the_better_move_itself_waits_until_it_is_found() -> None:
    """At the first moment a cannon could have been taken, which the coach would say."""
    session = prepared("story", (1366, 740), "en")
    session.send(TurnPage(15))
    session.draw()
    better = "仕六进五"
    assert better not in said(session)
    session.click_widget("review.show")
    assert better in said(session)


def test_a_moment_says_what_was_played_what_it_cost_and_why(moment: Session) -> None:
    words = said(moment)
    assert "Moment 3 of 4: The win slips away" in words
    assert "Your chances: 82% to 25%" in words
    assert "win a chariot for a horse" in words or "your chariot" in words


def test_beside_the_graph_of_the_analysis_nothing_is_gold() -> None:
    session = prepared("story", (1366, 740), "en")
    session.send(OpenStory(is_open=False))
    session.draw()
    session.choose_tab("analysis.tabs", "graph")
    session.draw()
    practise = session.widget("review.practise")
    assert isinstance(practise, Button)
    assert practise.action == PractiseMistakes()
    assert gold(session) == []


def test_what_the_coach_says_is_exported_by_the_names_of_the_sides(moment: Session) -> None:
    said = " ".join(one.words for one in remarks(moment.state))
    assert "Red's chariot" in said or "the red chariot" in said
    assert "your" not in said.lower()


def test_the_story_stands_before_the_first_move_of_an_exported_game(moment: Session) -> None:
    (told,) = story_remark(moment.state)
    assert told.ply == 0
    assert "Red" in told.words
    assert "you" not in told.words.lower().split()
    assert "practise" not in told.words.lower()


@pytest.mark.parametrize(
    ("kind", "has_story"), [(ShareKind.PAPER, True), (ShareKind.PGN, True), (ShareKind.CARD, False)]
)
def test_documents_of_a_whole_game_have_its_story(kind: ShareKind, has_story: bool) -> None:
    session = prepared("story", SIZES[0], "en")
    session.send(OpenShare(), ChooseOption(ShareOption.COMMENTS, "coach"))
    session.send(ChooseShare(kind))
    order = next(one for one in reversed(session.effects) if isinstance(one, MakeDocument))
    root = game_of(order).root
    assert (story_remark(session.state)[0].words in root.comment) is has_story
    assert root.nags == ()


def test_the_graph_has_numbered_discs(moment: Session) -> None:
    graph = moment.widget("analysis.graph")
    assert isinstance(graph, Graph)
    assert [(disc.number, disc.ply) for disc in graph.discs] == [(1, 15), (2, 18), (3, 33), (4, 36)]
    assert [disc.current for disc in graph.discs] == [False, False, True, False]
    for disc in graph.discs:
        assert graph.rect.collidepoint(graph._spot(disc))


@pytest.mark.parametrize("size", SIZES)
def test_the_story_is_gone_through_by_its_gold_buttons(size: tuple[int, int]) -> None:
    session = prepared("story", size, "en")
    ways = []
    for _ in range(12):
        here = gold(session)
        ways += here
        if here in (["review.find"], ["review.show"]):
            session.click_widget("review.show")
        elif here in (["story.after"], ["actions.more"]):
            session.send(TurnPage(next_page(session)))
            session.draw()
        else:
            break
    assert (ways.count("review.find"), ways.count("review.show")) == (2, 2), "two are the opponent's"
    assert ways[-1] == "review.practise"


def next_page(session: Session) -> int:
    button = session.widget("story.after")
    assert isinstance(button, Button)
    assert isinstance(button.action, TurnPage)
    return button.action.page


def test_a_disc_and_a_tile_lead_to_their_moment() -> None:
    session = prepared("story", (1366, 740), "en")
    session.click_widget("story.moment.2")
    moment = told_moment(session.state)
    assert moment is not None
    assert moment.number == 2
    graph = session.widget("analysis.graph")
    assert isinstance(graph, Graph)
    session.click(graph._spot(graph.discs[0]))
    moment = told_moment(session.state)
    assert moment is not None
    assert moment.number == 1


def test_the_buttons_of_a_moment_keep_their_places_and_their_meaning() -> None:
    """A second click at the same place does not do something else."""
    session = prepared("story, a moment", (1366, 740), "en")
    before = {key: session.widget(key).rect for key in ("review.find", "review.show", "story.after")}
    place = before["review.show"].center
    session.click(place)
    after = {key: session.widget(key).rect for key in before}
    assert before == after
    moment = told_moment(session.state)
    session.click(place)
    assert told_moment(session.state) == moment
    assert session.state.mode(Puzzle) is None


def test_what_was_found_leads_back_in_gold_and_is_marked() -> None:
    session = prepared("story, found", (1366, 740), "en")
    assert gold(session) == ["game.leave"]
    label = session.widget("head.back")
    assert isinstance(label, Button)
    assert label.label == "Moment 3"
    session.click_widget("game.leave")
    moment = told_moment(session.state)
    assert moment is not None
    assert moment.number == 3
    assert "You have found the better move." in said(session)
    assert gold(session) == ["story.after"]


def test_moments_can_be_read_while_the_rest_is_reviewed() -> None:
    session = prepared("story, under way", (1366, 740), "en")
    assert not analysed.assessment(session.state).is_complete
    assert [one.ply for one in moments(session.state)] == [33, 36]
    session.click_widget("story.moment.1")
    assert gold(session) == ["review.find"]
    story = told_story(session.state)
    assert story is not None
    assert story.page == 33, "the page stays when earlier moments are found and numbers change"


def test_the_last_page_says_what_the_mistakes_have_in_common() -> None:
    session = prepared("story, the end", (1366, 740), "en")
    assert "practise" in said(session)
    practise = session.widget("review.practise")
    assert isinstance(practise, Button)
    assert practise.label == "Practise these 2"


def test_a_story_without_words_begins_with_its_first_moment() -> None:
    """Five plies are too few for the coach to tell a story."""
    session = Session(size=(1366, 740))
    review = story_screens.the_review(plies=5, better={3: "h2e2"})
    session.open_record(story_screens.RECORD.format(moves=" ".join(move.move.iccs for move in review.moves)))
    story_screens.judged_as(session, review)
    story = told_story(session.state)
    assert story is not None
    assert story.page == FIRST
    session.draw()
    wish = session.widget("story.page").wish
    assert wish == TurnPage(3)
    assert LAST < FIRST


def test_a_lost_game_ends_with_a_rematch_that_is_gold_once_all_is_found() -> None:
    session = prepared("lost", (1366, 740), "en")
    session.send(StartReview(), TurnPage(LAST))
    session.draw()
    assert gold(session) == ["review.practise"]
    places = [session.widget("story.again").rect]
    session.state = replace(
        session.state,
        solved=session.state.solved
        | {key_of(fen_before(session.state, one)) for one in own_moments(session.state)},
    )
    session.draw()
    assert gold(session) == ["story.again"]
    assert places == [session.widget("story.again").rect]
    others = prepared("story, the end", (1366, 740), "en")
    assert others.screen.stage.widget("story.again") is None, "a file's game"


def words(session: Session) -> list[str]:
    return [one.text for one in session.screen.stage.widgets if isinstance(one, Label)]


def test_the_review_of_an_own_game_speaks_to_its_player() -> None:
    """What is said of the opponent, or to nobody, helps no one."""
    last = prepared("story, the end", (1366, 740), "en")
    said = words(last)
    assert "You · accuracy 89%" in said
    assert "2 blunders" in said
    assert "your accuracy: 89%" in words(prepared("story", (1366, 740), "en")) + words(last)
    told = " ".join(one.text for one in last.screen.stage.widgets if isinstance(one, SentenceRow))
    assert "You should practise" in told
    assert "Both sides" not in told + " ".join(said)
    assert "(Black)" not in told


def of_others(session: Session, **tags: str) -> Session:
    """The session with other tags of the record on the board."""
    record = session.state.document.tree
    changed = record.with_headers({**record.headers, **tags}, "0-1")
    session.state = session.state.put(replace(session.state.document, tree=changed))
    session.draw()
    return session


def test_advice_is_for_the_players_at_this_screen() -> None:
    """Masters need none."""
    session = prepared("story", (1366, 740), "en")
    assert any(passage.slot == PRACTICE for passage in coached.story(session.state))
    others = coached.story(of_others(session, RedKind="").state)
    assert others
    assert not any(passage.slot == PRACTICE for passage in others)


def titles(session: Session) -> list[str]:
    return [one.title for one in session.screen.stage.widgets if isinstance(one, MomentTile)]


def test_who_gives_back_is_you_in_an_own_game() -> None:
    session = prepared("story, a moment", (1366, 740), "en")
    for tags, title in (
        ({}, "Black gives it back"),
        ({"RedKind": "computer", "BlackKind": "human"}, "You give it back"),
    ):
        of_others(session, **tags)
        assert [one for one in titles(session) if one.startswith(title)] == [title, f"{title} again"]


@pytest.mark.parametrize(
    ("red", "black", "expected"),
    [
        ("human", "computer", ["The win slips away", "Black lets the win slip"]),
        ("computer", "human", ["Red lets the win slip", "The win slips away"]),
        ("", "", ["Red lets the win slip", "Black lets the win slip"]),
    ],
)
def test_moments_of_one_kind_are_told_apart_by_their_titles(red: str, black: str, expected: list[str]) -> None:
    session = prepared("story, a moment", (1366, 740), "en")
    whole = story_screens.the_review()
    slips = (
        replace(move, before=0.85, after=0.3, loss=0.55, facts=()) if move.loss else move
        for move in whole.moves
    )
    story_screens.judged_as(session, replace(whole, moves=tuple(slips)))
    of_others(session, RedKind=red, BlackKind=black)
    assert titles(session) == [*expected, *(f"{title} again" for title in expected)]


def test_a_reply_that_the_coach_cannot_explain_says_what_it_takes() -> None:
    """At the third moment a chariot was left to the elephant."""
    session = prepared("story", (1366, 740), "en")
    whole = story_screens.the_review()
    bare = (replace(move, facts=()) for move in whole.moves)
    story_screens.judged_as(session, replace(whole, moves=tuple(bare)))
    session.send(TurnPage(33))
    session.draw()
    assert "Reply: 象７进５, which takes your chariot" in said(session)


def test_the_opponents_mistake_says_whose_chances_rose_and_accuracy_is_in_percent() -> None:
    session = prepared("story", (1366, 740), "en")
    painter = Painter(pygame.Surface((10, 10)), DARK, 1.0)
    scene = PanelContext(session.state, Texts("en"), painter, Memory(), session.screen.stage.frame)
    own = session.state.document.player_side
    told = {one.side == own: loss_words(scene, one) for one in moments(session.state)}
    assert told[True].startswith("chances −")
    assert told[False].startswith("your chances +")
    assert re.search(r"your accuracy: \d+%", said(session))
