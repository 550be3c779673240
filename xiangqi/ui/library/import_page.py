"""Importing files into the library: the choice of files and games, the progress, and the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from xiangqi.action import Action
from xiangqi.app.insights.pages import OpenInsights
from xiangqi.app.library.import_games import ChangeImportFilter, DismissImport, ImportPath, StopImport
from xiangqi.app.library.state import ImportState, LibraryState
from xiangqi.library import Filter, ImportReport
from xiangqi.records.tree import RESULTS
from xiangqi.ui.parts.context import PanelContext, Room, columns
from xiangqi.ui.parts.folder_list import folder_list, shortened
from xiangqi.ui.parts.form import filled, year_field
from xiangqi.ui.parts.result_table import result_text
from xiangqi.ui.toolkit.controls import Progress, Tabs
from xiangqi.ui.toolkit.lists import TALL_ROW, ListBox, Row, list_box
from xiangqi.ui.toolkit.roles import CONTROL, GAP, SMALL
from xiangqi.ui.toolkit.text_editor import TextField
from xiangqi.ui.toolkit.widgets import HANDLED, Button, Choice, Label, Widget

_TABS: Final = "import.tabs"
_PAGES: Final = ("folder", "filter")
_RESULTS: Final = ("", *(result for result in RESULTS if result != "*"))


def import_page(scene: PanelContext, room: Room) -> list[Widget]:
    """Lay out the choice of files to import, the progress of an import, or its report."""
    importing = scene.state.part(LibraryState).importing
    if importing is None:
        return _choosing(scene, room)
    return _running(scene, room, importing) if importing.running else _report(scene, room, importing)


# ---- What to import ----


def _choosing(scene: PanelContext, room: Room) -> list[Widget]:
    texts, folder = scene.texts, scene.state.folder.path
    page = Tabs.page(_TABS, scene.memory)
    labels = tuple(texts(f"import.{name}") for name in _PAGES)
    tabs = Tabs(_TABS, room.top(CONTROL - 6), labels, chosen=page)
    whole = Button(
        "import.whole",
        room.bottom(CONTROL),
        texts("import.whole"),
        ImportPath(folder) if folder is not None else HANDLED,
        enabled=folder is not None,
        primary=True,
    )
    if page:
        return [tabs, *_filter(scene, room), whole]
    hint = Label("import.hint", room.bottom(36), texts("import.hint"), size=SMALL)
    hint.colour = scene.painter.palette.muted
    return [tabs, *folder_list(scene, room, ImportPath, texts("open.empty")), hint, whole]


def _filter(scene: PanelContext, room: Room) -> list[Widget]:
    wanted, texts = scene.state.part(LibraryState).import_filter, scene.texts

    def changing(put: Callable[[str], Filter]) -> Callable[[str], Action]:
        return lambda text: ChangeImportFilter(put(text.strip()))

    player = TextField("import.player", room.top(CONTROL - 4), texts("search.player"), unit=scene.painter.unit)
    player.change = changing(lambda text: replace(wanted, player=text))
    plies = TextField(
        "import.plies", room.top(CONTROL - 4), texts("import.least_plies"), unit=scene.painter.unit
    )
    plies.change = changing(lambda text: replace(wanted, least_plies=_number(text)))
    first, last = columns(room.top(CONTROL - 4), 2, scene.px(GAP))
    labels = (
        texts("search.any_result"),
        *(result_text(texts, result) for result in _RESULTS[1:]),
    )
    actions: tuple[Action, ...] = tuple(
        ChangeImportFilter(replace(wanted, result=result)) for result in _RESULTS
    )
    note = texts("import.filter_how")
    return [
        filled(scene, player, wanted.player),
        filled(scene, plies, str(wanted.least_plies or "")),
        year_field(
            scene,
            "import.first_year",
            first,
            wanted.first_date // 10000,
            lambda year: ChangeImportFilter(replace(wanted, first_date=year * 10000)),
        ),
        year_field(
            scene,
            "import.last_year",
            last,
            wanted.last_date // 10000,
            lambda year: ChangeImportFilter(replace(wanted, last_date=year * 10000 + 1231 if year else 0)),
        ),
        Choice("import.result", room.top(CONTROL - 4), labels, actions, _RESULTS.index(wanted.result)),
        Label("import.filter_how", room.rest, note, size=SMALL, colour=scene.painter.palette.muted),
    ]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


# ---- Progress and report ----


def _running(scene: PanelContext, room: Room, importing: ImportState) -> list[Widget]:
    texts = scene.texts
    bar, file_box = room.top(12), room.top(24, 4)
    name = shortened(scene, Path(importing.file), file_box.width) if importing.file else ""
    return [
        Progress("import.bar", bar, importing.share),
        Label("import.file", file_box, name, size=SMALL, single=True),
        *_counts(scene, room, importing.report),
        Button("import.stop", room.bottom(CONTROL), texts("import.stop"), StopImport()),
    ]


def _counts(scene: PanelContext, room: Room, report: ImportReport) -> list[Widget]:
    texts = scene.texts
    lines = (
        ("games", report.games),
        ("duplicates", report.duplicates),
        ("left_out", report.left_out),
        ("files", report.files),
    )
    return [
        Label(f"import.count.{name}", room.top(24, 2), texts(f"import.{name}", count=count), single=True)
        for name, count in lines
        if count or name in ("games", "files")
    ]


def _report(scene: PanelContext, room: Room, importing: ImportState) -> list[Widget]:
    """Lay out the outcome: the counts, and the faulty files and games with their faults."""
    texts, report = scene.texts, importing.report
    done = Button("import.done", room.bottom(CONTROL), texts("import.done"), DismissImport(), primary=True)
    title = (
        texts("import.over", seconds=round(report.seconds))
        if not importing.failure
        else texts("import.ended_early")
    )
    widgets: list[Widget] = [Label("import.title", room.top(26, 2), title, bold=True, single=True)]
    if importing.failure:
        height = scene.painter.paragraph_height(texts.tell(importing.failure), room.rest.width, SMALL)
        box = room.top_px(height, 6)
        widgets.append(Label("import.failure", box, texts.tell(importing.failure), size=SMALL))
    if report.games and not scene.state.settings.people:
        whose = Button(
            "import.whose", room.bottom(CONTROL), texts("import.whose"), OpenInsights(), icon="analyse"
        )
        widgets.append(whose)
    widgets += _counts(scene, room, report)
    rows = _refused(scene, report)
    if not rows:
        return [*widgets, done]
    caption = texts("import.refused", count=len(rows) + report.more_faults)
    widgets.append(Label("import.refused", room.top(24, 4), caption, size=SMALL, single=True))
    frame = list_box(scene.painter, room.rest)
    return [*widgets, ListBox("import.list", frame, scene.px(TALL_ROW), rows), done]


def _refused(scene: PanelContext, report: ImportReport) -> list[Row]:
    texts = scene.texts
    files = [
        Row(Path(each.file).name, HANDLED, icon="warning", detail=texts.tell(each.reason))
        for each in report.refused
    ]
    games = [
        Row(
            texts("import.game", name=Path(each.file).name, number=each.game),
            HANDLED,
            icon="warning",
            detail=texts.tell(each.reason),
        )
        for each in report.faults
    ]
    return [*files, *games]
