"""External engines: added, set up, chosen, forgotten; with real programs where one has to run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from app_session import HUMAN, Session
from running import until

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.engines.asks import (
    DropProbe,
    EngineIntroduced,
    EngineRefused,
    PressEngineButton,
    ProbeEngine,
)
from xiangqi.app.engines.engine_list import (
    AddEngine,
    AddEngineCommand,
    PlayAgainstEngine,
    RemoveEngine,
    SetEngineOption,
    ShowEngine,
    accepts,
)
from xiangqi.app.game.play import NewGame, setup_from
from xiangqi.app.game.search_effects import StartSearch
from xiangqi.app.records.asks_reading import FolderListed, ListFolder
from xiangqi.app.records.background_work.folders import list_folder
from xiangqi.app.records.loading import EnterFolder
from xiangqi.app.runner import Runner
from xiangqi.app.session.orders import SaveSettings
from xiangqi.app.session.panels import ChangeDraft, ClosePanel, OpenPanel
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.state import Panel
from xiangqi.app.update import Answer, Cancel
from xiangqi.engine.common.types import Option
from xiangqi.storage.saved_engines import SavedEngine
from xiangqi.storage.settings import Settings, load_settings, save_settings, with_values

PROGRAM = ("/opt/engines/strong",)
OPTIONS = (
    Option("Hash", "spin", "16", 1, 64),
    Option("Ponder", "check", "false"),
    Option("Style", "combo", "Normal", choices=("Solid", "Normal", "Risky")),
    Option("Book", "string", ""),
    Option("Clear Hash", "button"),
    Option("UCI_Variant", "combo", "xiangqi", choices=("xiangqi",)),
)


def added(name: str = "Strong") -> Session:
    """Return a session in which an engine has been added."""
    session = Session()
    session.send(OpenPanel(Panel.ADD_ENGINE), AddEngine(Path(PROGRAM[0])))
    assert session.state.probe is not None
    session.send(EngineIntroduced(session.state.probe.id, name, OPTIONS))
    return session


def test_an_engine_is_added_by_a_typed_command_with_arguments() -> None:
    session = Session()
    session.send(AddEngineCommand("/opt/strong --mode 'two words'"))
    assert session.one(ProbeEngine).command == ("/opt/strong", "--mode", "two words")
    assert session.state.probe is not None
    session.send(EngineIntroduced(session.state.probe.id, "Strong", OPTIONS))
    assert session.state.settings.engines[-1].command == ("/opt/strong", "--mode", "two words")


@pytest.mark.parametrize("text", ["", "   ", "/opt/strong 'open"])
def test_a_command_that_is_none_starts_nothing(text: str) -> None:
    session = Session()
    session.send(AddEngineCommand(text))
    assert not session.found(ProbeEngine)
    assert session.state.toasts[-1].message.key == "toast.command_unreadable"


def test_a_program_that_introduces_itself_is_kept_by_its_own_name() -> None:
    session = Session()
    session.send(AddEngine(Path(PROGRAM[0])))
    order = session.one(ProbeEngine)
    assert order.command == PROGRAM
    assert session.state.panel is Panel.ENGINE
    assert session.state.settings.engines == ()
    session.send(EngineIntroduced(order.probe_id, "Strong 3.1", OPTIONS))
    assert session.state.settings.engines == (SavedEngine("Strong 3.1", PROGRAM),)
    assert session.one(SaveSettings).settings == session.state.settings
    probe = session.state.probe
    assert probe is not None
    assert probe.options is not None
    assert [option.name for option in probe.options] == ["Hash", "Ponder", "Style", "Book", "Clear Hash"]


def test_a_second_engine_of_the_same_name_gets_a_number_and_the_same_program_is_not_kept_twice() -> None:
    session = added()
    session.send(AddEngine(Path("/elsewhere/strong")))
    session.send(EngineIntroduced(session.one(ProbeEngine).probe_id, "Strong", ()))
    assert [engine.name for engine in session.state.settings.engines] == ["Strong", "Strong 2"]
    session.send(AddEngine(Path(PROGRAM[0])))
    session.send(EngineIntroduced(session.one(ProbeEngine).probe_id, "Strong", ()))
    assert len(session.state.settings.engines) == 2


def test_a_program_that_is_no_engine_is_told_and_not_kept() -> None:
    session = Session()
    session.send(AddEngine(Path("/bin/true")))
    session.send(EngineRefused(session.one(ProbeEngine).probe_id, "true ended"))
    assert session.state.probe is not None
    assert session.state.probe.failure == "true ended"
    assert session.state.settings.engines == ()
    session.send(PlayAgainstEngine(()))
    assert session.state.panel is Panel.NEW_GAME
    assert session.state.draft.black.kind is PlayerKind.COMPUTER


def test_answers_that_nobody_waits_for_any_more_are_dropped() -> None:
    session = Session()
    session.send(AddEngine(Path(PROGRAM[0])))
    old = session.one(ProbeEngine).probe_id
    session.send(Cancel())
    assert session.found(DropProbe)
    session.send(EngineIntroduced(old, "Strong", ()))
    assert session.state.settings.engines == ()
    session.send(AddEngine(Path(PROGRAM[0])), EngineIntroduced(old, "Strong", ()))
    assert session.state.settings.engines == ()


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("Hash", ["1", "64"], ["0", "65", "", "x", "1.5", "９", "9" * 30]),
        ("Ponder", ["true", "false"], ["maybe", ""]),
        ("Style", ["Risky"], ["Wild"]),
        ("Book", ["", "/a b/book.bin"], []),
    ],
)
def test_only_values_that_an_option_can_have_are_kept(name: str, good: list[str], bad: list[str]) -> None:
    option = next(option for option in OPTIONS if option.name == name)
    for value in bad:
        assert not accepts(option, value)
        session = added()
        session.send(SetEngineOption(name, value))
        assert session.state.settings.engines[0].options == ()
    for value in good:
        assert accepts(option, value)
        session = added()
        session.send(SetEngineOption(name, value))
        assert session.state.settings.engines[0].options == ((name, value),)


def test_a_button_is_pressed_and_not_kept() -> None:
    session = added()
    session.send(SetEngineOption("Clear Hash"), SetEngineOption("Nothing"))
    assert session.one(PressEngineButton) == PressEngineButton(PROGRAM, "Clear Hash")
    assert session.state.settings.engines[0].options == ()


def test_a_chosen_engine_plays_with_its_options_and_is_remembered() -> None:
    session = added()
    session.send(SetEngineOption("Hash", "32"), PlayAgainstEngine(PROGRAM))
    player = session.state.draft.black
    assert (player.kind, player.command, player.name) == (PlayerKind.ENGINE, PROGRAM, "Strong")
    session.send(NewGame(session.state.draft), PlayText("h2e2"))
    order = session.one(StartSearch)
    assert (order.command, order.options) == (PROGRAM, (("Hash", "32"),))
    settings = session.state.settings
    assert settings.engine == PROGRAM
    assert setup_from(settings).black == player
    session.new(HUMAN, Player(PlayerKind.COMPUTER, 2))
    session.send(Answer(True))
    assert session.state.settings.engine == ()


def test_an_engine_of_the_command_line_is_not_remembered() -> None:
    session = added()
    session.new(HUMAN, Player(PlayerKind.ENGINE, 2, ("other",)))
    assert session.state.settings.engine == ()


def test_a_removed_engine_is_forgotten_everywhere() -> None:
    session = added()
    session.send(PlayAgainstEngine(PROGRAM), NewGame(session.state.draft))
    session.send(OpenPanel(Panel.NEW_GAME), ShowEngine(PROGRAM), RemoveEngine())
    assert len(session.state.settings.engines) == 1, "one click removes nothing"
    session.send(Answer(False))
    assert len(session.state.settings.engines) == 1
    session.send(RemoveEngine(), Answer(True))
    assert session.state.settings.engines == ()
    assert session.state.settings.engine == ()
    assert session.state.draft.black.kind is PlayerKind.COMPUTER
    assert session.state.panel is Panel.ENGINES


def test_the_choices_in_the_new_game_panel_outlast_a_look_at_the_engines() -> None:
    session = added()
    session.send(OpenPanel(Panel.NEW_GAME))
    draft = Setup(HUMAN, HUMAN)
    session.send(ChangeDraft(draft), OpenPanel(Panel.ENGINES), OpenPanel(Panel.NEW_GAME))
    assert session.state.draft == draft


# ---- The list of programs ----


def test_programs_are_listed_where_the_last_engine_lies() -> None:
    session = added()
    session.send(OpenPanel(Panel.ADD_ENGINE))
    assert session.one(ListFolder) == ListFolder(Path("/opt/engines"), programs=True)
    session.send(FolderListed(Path("/opt/engines"), (), programs=True), EnterFolder(Path("/opt")))
    assert session.one(ListFolder) == ListFolder(Path("/opt"), programs=True)
    session.send(OpenPanel(Panel.OPEN_FILE))
    assert session.one(ListFolder) == ListFolder(None)


@pytest.mark.skipif(sys.platform == "win32", reason="programs are told by their names there")
def test_programs_are_files_that_may_be_run(tmp_path: Path) -> None:
    for name, mode in (("engine", 0o755), ("readme", 0o644), ("game.pgn", 0o644), (".hidden", 0o755)):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(mode)
    (tmp_path / "folder").mkdir()
    _, entries, error = list_folder(tmp_path, programs=True)
    assert [entry.name for entry in entries] == ["folder", "engine"]
    assert error == ""


# ---- Settings ----


def test_engines_are_saved_and_loaded() -> None:
    engines = (
        SavedEngine("Strong", PROGRAM, (("Hash", "32"), ("Book", ""))),
        SavedEngine("旋风", ("/x", "-a")),
    )
    settings = with_values(Settings(), {"engines": engines})
    save_settings(settings)
    assert load_settings() == (settings, None)
    assert load_settings()[0].engines == engines


@pytest.mark.parametrize(
    "entry",
    [
        None,
        "engine",
        {},
        {"name": "", "command": ["/x"]},
        {"name": "x", "command": []},
        {"name": "x", "command": "/x"},
        {"name": "x", "command": [1]},
        {"name": "x", "command": ["/x"], "options": []},
    ],
)
def test_an_entry_that_is_no_engine_is_left_out(entry: object) -> None:
    good = {"name": "Strong", "command": list(PROGRAM), "options": {"Hash": "32", "Bad": 3}}
    settings = with_values(Settings(), {"engines": [entry, good, good]})
    assert settings.engines == (SavedEngine("Strong", PROGRAM, (("Hash", "32"),)),)


# ---- Real programs ----

ENGINE = """#!{python}
import sys
from pathlib import Path
replies = iter(["h9g7", "i9h9"])
for line in sys.stdin:
    with Path({log!r}).open("a") as log:
        log.write(line)
    word = line.split()[0]
    if word == "uci":
        print("id name Real Engine")
        print("id author A. Smith")
        print("option name Hash type spin default 16 min 1 max 64")
        print("option name Clear Hash type button")
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove", next(replies), flush=True)
    elif word == "quit":
        break
"""


def program(folder: Path) -> tuple[Path, Path]:
    """Return an engine as a program of its own, and the file with what it is told."""
    path, log = folder / "real-engine", folder / "told.txt"
    path.write_text(ENGINE.format(python=sys.executable, log=str(log)))
    path.chmod(0o755)
    return path, log


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_a_real_program_is_added_set_up_and_played_against(tmp_path: Path) -> None:
    path, log = program(tmp_path)
    with Runner() as runner:
        runner.send(AddEngine(path))
        until(runner, lambda: runner.state.settings.engines)
        assert runner.state.settings.engines[0] == SavedEngine("Real Engine", (str(path),))
        runner.send(SetEngineOption("Hash", "32"))
        runner.send(PlayAgainstEngine((str(path),)))
        runner.send(NewGame(runner.state.draft))
        runner.send(PlayText("h2e2"))
        until(runner, lambda: len(runner.state.play.moves) == 2)
        runner.send(ShowEngine((str(path),)))
        until(runner, lambda: runner.state.probe is not None and runner.state.probe.options)
        assert runner.state.probe is not None
        assert (runner.state.probe.author, runner.state.probe.protocol) == ("A. Smith", "uci")
        runner.send(SetEngineOption("Hash", "48"))
        runner.send(SetEngineOption("Clear Hash"))
        runner.send(ClosePanel())
        runner.send(PlayText("h0g2"))
        until(runner, lambda: len(runner.state.play.moves) == 4)
        told = [line for line in log.read_text().splitlines() if line.startswith("setoption")]
        assert told == [
            "setoption name Hash value 32",
            "setoption name Clear Hash",
            "setoption name Hash value 48",
        ]


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_a_real_program_that_is_no_engine_says_why(tmp_path: Path) -> None:
    path = tmp_path / "no-engine"
    path.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no licence')\n")
    path.chmod(0o755)
    with Runner() as runner:
        runner.send(AddEngine(path))
        until(runner, lambda: runner.state.probe is not None and runner.state.probe.failure)
        assert runner.state.probe is not None
        assert "no licence" in runner.state.probe.failure
        runner.send(AddEngine(tmp_path / "nowhere"))
        until(runner, lambda: runner.state.probe is not None and runner.state.probe.failure)
        assert "cannot be started" in runner.state.probe.failure
        assert runner.state.settings.engines == ()
