"""The characters that XML, documents and names of files can carry."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from xiangqi.media import for_document, for_file_name, for_xml
from xiangqi.printing import Layout, made
from xiangqi.records.text import xmlform
from xiangqi.records.tree import Game

NAMES = [
    "An\x00na",
    "An\x1b[31mna",
    "An\ud800na",
    "An\uffffna",
    "An\x9bna",
    "An\u202ena",
    "An\x08na",
    "An\x0cna",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", [".svg", ".html", ".pdf", ".png"])
def test_documents_with_names_that_they_cannot_carry(name: str, form: str) -> None:
    made_of = made([Game(headers={"Red": name, "Black": "Bo", "Annotator": name})], form, Layout()).content
    if form == ".svg":
        ET.fromstring(made_of)
    if form in (".svg", ".html"):
        assert not {*name} - {*"An[31ma"} & {*made_of.decode()}


@pytest.mark.parametrize("name", NAMES)
def test_each_medium_gets_what_it_can_carry(name: str) -> None:
    ET.fromstring(f"<a>{for_xml(name)}</a>")
    assert for_document(name).replace("[31m", "") == "Anna"
    assert for_file_name(name).replace("[31m", "") == "Anna"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a/b\\c:d", "abcd"),
        (" .. ", ""),
        ("con", "_con"),
        ("NUL.x", "_NUL.x"),
        ("Conrad", "Conrad"),
        ("胡" * 99, "胡" * 40),
    ],
)
def test_names_of_files(text: str, name: str) -> None:
    assert for_file_name(text) == name


@pytest.mark.parametrize("name", NAMES[:2])
def test_records_in_xml_with_what_it_cannot_carry(name: str) -> None:
    game = Game(headers={"Red": name, f"X{name}": name})
    game.root.comment = name
    ET.fromstring(xmlform.write(game))
