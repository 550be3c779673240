"""What the program puts together itself is not shown among files."""

from __future__ import annotations

from library_screens import own_games
from screens import SCREENS, prepared
from ui_session import Session

from xiangqi.app.library.state import LibraryPage
from xiangqi.app.update import initial_state
from xiangqi.storage.settings import Settings
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import Button


def test_classics_are_no_file_of_the_games_page() -> None:
    session = Session((1366, 740), initial_state(Settings(language="en")))
    SCREENS["classic, slipped"](session)
    assert len(session.state.document.games) > 1
    own_games(session, LibraryPage.GAMES)
    rows = session.widget("games.sources")
    assert isinstance(rows, ListBox)
    assert [row.text for row in rows.rows][-2:] == ["Files", "Open a file…"]


def test_a_classic_that_slipped_is_begun_again_by_the_gold_button() -> None:
    session = prepared("classic, slipped", (1366, 740), "en")
    again = session.widget("puzzle.again")
    assert isinstance(again, Button)
    assert again.primary
