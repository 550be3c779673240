"""Keys of one's own: names, conflicts, the way to change them in the help, and what they do then."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from ui_session import Session

from xiangqi.app.session.intents import Hint
from xiangqi.app.session.panels import OpenPanel
from xiangqi.app.session.state import Panel
from xiangqi.i18n.message import Message
from xiangqi.ui.parts.actions import AskKey
from xiangqi.ui.parts.i18n import Texts
from xiangqi.ui.parts.keys import (
    Group,
    KeyMap,
    all_commands,
    bring,
    chord_of,
    chord_of_text,
    chord_words,
    with_keys,
)
from xiangqi.ui.toolkit.lists import ListBox
from xiangqi.ui.toolkit.widgets import KeyQuestion, Label


@pytest.fixture
def session() -> Session:
    return Session()


@pytest.fixture
def helped(session: Session) -> Session:
    """A session with the help open."""
    session.write("?")
    return session


def ask(session: Session, name: str) -> None:
    """Choose a command in the help."""
    rows = session.widget("help.keys")
    assert isinstance(rows, ListBox)
    number = next(place for place, row in enumerate(rows.rows) if row.action == AskKey(name))
    rows.reveal(number, session.screen.memory)
    top = number * rows.row_height - rows.offset(session.screen.memory)
    session.click((rows.rect.centerx, rows.rect.top + top + rows.row_height // 2))
    assert session.screen.memory.asking == KeyQuestion(name)


def note(session: Session) -> str:
    label = session.widget("help.note")
    assert isinstance(label, Label)
    return label.text


@pytest.mark.parametrize(
    ("key", "mod", "chord"),
    [
        (pygame.K_LEFT, 0, "left"),
        (pygame.K_LEFT, pygame.KMOD_LSHIFT, "shift+left"),
        (pygame.K_z, pygame.KMOD_RCTRL | pygame.KMOD_LSHIFT, "ctrl+shift+z"),
        (pygame.K_z, pygame.KMOD_LMETA, "ctrl+z"),
        (pygame.K_F11, pygame.KMOD_NUM, "f11"),
        (pygame.K_3, pygame.KMOD_LALT, "alt+3"),
        (pygame.K_LEFT, pygame.KMOD_LALT, "alt+left"),
        (pygame.K_q, pygame.KMOD_RALT, ""),  # AltGr types a character
        (pygame.K_SPACE, 0, "space"),
        (pygame.K_f, 0, ""),
        (pygame.K_SLASH, pygame.KMOD_LSHIFT, ""),
    ],
)
def test_chords_of_keys(key: int, mod: int, chord: str) -> None:
    assert chord_of(key, mod) == chord


@pytest.mark.parametrize(
    ("text", "chord"), [("f", "f"), ("F", "shift+f"), ("?", "?"), (" ", ""), ("炮", "炮"), ("ab", "")]
)
def test_chords_of_characters(text: str, chord: str) -> None:
    assert chord_of_text(text) == chord


@pytest.mark.parametrize(
    ("chord", "words"),
    [
        ("ctrl+shift+z", "Ctrl Shift Z"),
        ("left", "←"),
        ("f11", "F11"),
        ("space", "Space"),
        ("+", "+"),
        ("ctrl++", "Ctrl +"),
    ],
)
def test_chords_in_words(chord: str, words: str) -> None:
    assert chord_words(chord) == words


def test_no_two_usual_keys_are_the_same() -> None:
    usual = KeyMap({})
    assert [
        command.name for command in all_commands() if usual.obstacle(command.name, command.key) is not None
    ] == []


def test_every_command_has_a_place_of_its_own_on_the_help_page() -> None:
    for group in Group:
        places = [command.place for command in all_commands() if command.group is group]
        assert places == list(range(1, len(places) + 1)), group


def test_a_name_belongs_to_one_command() -> None:
    with pytest.raises(AssertionError, match="already"):
        bring(all_commands()[0])


@pytest.mark.parametrize("group", Group)
def test_a_place_on_the_help_page_belongs_to_one_command(group: Group) -> None:
    owner = next(command for command in all_commands() if command.group is group)
    with pytest.raises(
        AssertionError, match=f"newcomer has {owner.name}'s place {owner.place} in {group.value}"
    ):
        bring(replace(owner, name="newcomer"))
    assert "newcomer" not in [command.name for command in all_commands()]


def test_another_key_is_kept_and_works(helped: Session) -> None:
    ask(helped, "hint")
    helped.key(pygame.K_F5)
    assert helped.state.settings.keys == {"hint": "f5"}
    helped.key(pygame.K_ESCAPE)
    assert helped.key(pygame.K_F5) == [Hint()]
    assert helped.key(pygame.K_SPACE) == []


def test_a_letter_becomes_a_key(helped: Session) -> None:
    ask(helped, "new")
    helped.key(pygame.K_u)
    helped.write("u")
    assert helped.state.settings.keys == {"new": "u"}
    helped.key(pygame.K_ESCAPE)
    helped.write("u")
    assert helped.state.panel is Panel.NEW_GAME


def test_a_taken_key_is_named_and_another_one_asked_for(helped: Session) -> None:
    ask(helped, "new")
    helped.key(pygame.K_z, pygame.KMOD_LCTRL)
    assert helped.state.settings.keys == {}
    assert note(helped) == "Ctrl Z is already used for “Take back”. Press another key, or Esc to cancel."
    helped.key(pygame.K_F4)
    assert helped.state.settings.keys == {"new": "f4"}


def test_a_fixed_key_is_refused(helped: Session) -> None:
    ask(helped, "new")
    helped.key(pygame.K_TAB)
    assert note(helped) == "Tab cannot be changed. Press another key, or Esc to cancel."


def test_escape_leaves_the_key_and_backspace_takes_it_away(helped: Session) -> None:
    ask(helped, "quit")
    helped.key(pygame.K_ESCAPE)
    assert helped.state.settings.keys == {}
    assert helped.state.panel is Panel.HELP
    ask(helped, "quit")
    helped.key(pygame.K_BACKSPACE)
    assert helped.state.settings.keys == {"quit": ""}
    assert helped.key(pygame.K_q, pygame.KMOD_LCTRL) == []


def test_a_given_up_key_is_free_for_others(helped: Session) -> None:
    ask(helped, "quit")
    helped.key(pygame.K_F4)
    ask(helped, "new")
    helped.key(pygame.K_q, pygame.KMOD_LCTRL)
    assert helped.state.settings.keys == {"quit": "f4", "new": "ctrl+q"}


def test_one_button_brings_the_usual_keys_back(helped: Session) -> None:
    assert not helped.widget("help.reset").focusable
    ask(helped, "hint")
    helped.key(pygame.K_F5)
    helped.click_widget("help.reset")
    assert helped.state.settings.keys == {}
    helped.key(pygame.K_ESCAPE)
    assert helped.key(pygame.K_SPACE) == [Hint()]


def test_a_click_elsewhere_asks_no_more(helped: Session) -> None:
    ask(helped, "hint")
    helped.click(helped.widget("panel.title").rect.center)
    assert helped.screen.memory.asking is None


def test_every_command_has_a_line_in_every_language(session: Session) -> None:
    for language in ("en", "zh-Hans", "zh-Hant", "vi"):
        session.settle(language=language)
        session.send(OpenPanel(Panel.HELP))
        session.draw()
        rows = session.widget("help.keys")
        assert isinstance(rows, ListBox)
        assert len({row.text for row in rows.rows}) == len(rows.rows) > len(all_commands())


def test_toasts_name_the_keys_that_the_player_has_chosen(helped: Session) -> None:
    told = Message("toast.not_at_the_end", key_last="last")
    texts = Texts("en")
    assert "Press End to" in texts.say(with_keys(told, helped.state, texts))
    helped.settle(keys={"last": "f6"})
    assert "Press F6 to" in texts.say(with_keys(told, helped.state, texts))
    helped.settle(keys={"last": ""})
    assert "Press “Last position” to" in texts.say(with_keys(told, helped.state, texts))
