"""The reader of catalogues: the same texts as Babel reads, and damage is named with its place."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from catalogues import forms

from xiangqi.errors import ResourceError
from xiangqi.i18n.message import LANGUAGES, Catalogue
from xiangqi.i18n.po_file import read_texts

HEADER = 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_read_as_babel_reads_it(language: str) -> None:
    path = Path(__file__).parents[3] / "assets" / "i18n" / f"{language}.po"
    assert read_texts(path.read_text("utf-8")).forms == forms(language)


TEXTS = (
    "plain",
    'in "quotes"',
    "back\\slash, \\n no line, \\\\",
    "two\nlines",
    "a line at the end\n",
    "\ttabs\tand\rreturns",
    "车 🀄 {count} %d # no comment",
    '"',
    "\\",
    "#",
)


@pytest.mark.parametrize("width", [0, 20])
def test_whatever_babel_writes_is_read(width: int) -> None:
    """With lines broken or not, with comments of every kind, places in sources and flags."""
    catalogue = Catalog(locale="ru")
    for number, text in enumerate(TEXTS):
        catalogue.add(f"one.{number}", text, locations=[("a.py", number)], auto_comments=["meant"])
        several = (text, f"{text} of a few", "many " * 20)
        catalogue.add((f"two.{number}", f"two.{number}"), several, flags={"python-format"}, user_comments=["u"])
    stream = io.BytesIO()
    write_po(stream, catalogue, width=width)
    read = read_texts(stream.getvalue().decode())
    assert read.forms == {
        **{f"one.{number}": (text,) for number, text in enumerate(TEXTS)},
        **{f"two.{number}": (text, f"{text} of a few", "many " * 20) for number, text in enumerate(TEXTS)},
    }
    assert [read.plural(count) for count in (1, 2, 5, 11, 21, 22, 100)] == [0, 1, 2, 2, 0, 1, 2]


@pytest.mark.parametrize("end", ["", "\n", "\n\n# end", "\n# end\n", '\n\n#~ msgid "old"\n#~ msgstr "x"\n'])
def test_the_end_of_a_file_may_look_different(end: str) -> None:
    assert read_texts(f'{HEADER}\nmsgid "a"\nmsgstr "b"{end}').forms == {"a": ("b",)}


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ('msgid "a"\nmsgstr b\n', "line 6: 'msgid \"a\"'"),
        ('msgid "a"\n\nmsgid "b"\nmsgstr "c"\n', "line 6: 'msgid \"a\"'"),
        ('msgid "a"\nmsgstr "b" c\n', "line 6: "),
        ('msgid "a"\nmsgstr "b\n', "line 6: "),
        ('msgid "a"\nmsgstr "a \\q b"\n', "line 6: "),
        ('msgid "a"\nmsgstr "b"\nx\n', "line 8: 'x'"),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"\n', "line 8: 'msgstr \"c\"'"),
        ('msgid "a"\nmsgstr "b"\n\n<<<<<<< ours\n', "line 9: '<<<<<<< ours'"),
        ('msgctxt "c"\nmsgid "a"\nmsgstr "b"\n', "line 6: "),
        ('msgid "a"\nmsgid_plural "a"\nmsgstr "b"\n', "line 6: "),
        (
            'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "b"\nmsgstr[1] "c"\nmsgstr[2] "d"\n',
            "'a' has 3 plural forms",
        ),
    ],
)
def test_what_is_no_entry_is_named_with_its_line(odd: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"line|forms") as caught:
        read_texts(f"{HEADER}\n{odd}")
    assert str(caught.value).startswith(said)


def test_a_file_without_plural_forms_is_refused() -> None:
    for source in ("", 'msgid "a"\nmsgstr "b"\n', 'msgid ""\nmsgstr "Language: en\\n"\n'):
        with pytest.raises(ValueError, match="no header with Plural-Forms"):
            read_texts(source)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("n/0", "cannot count 0"),
        ("n%(n-2)", "cannot count 2"),
        ("n==111?n/(n-111):0", "cannot count 111"),
        ("n-1", "counts 0 as form -1 of 2"),
        ("n", "counts 2 as form 2 of 2"),
        ("n>999?2:0", "counts 1000 as form 2 of 2"),
        ("n**2", "unexpected token"),
    ],
)
def test_plural_forms_that_fail_for_a_number_are_refused(formula: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_texts(HEADER.replace("(n != 1)", formula))


@pytest.mark.parametrize("content", [b'msgid "a"\nmsgstr', b"# \xff\n"])
def test_a_damaged_catalogue_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    (tmp_path / "en.po").write_bytes(HEADER.encode() + content)
    monkeypatch.setattr("xiangqi.resources.asset", lambda _: tmp_path / "en.po")
    with pytest.raises(ResourceError, match=r"en\.po cannot be read: "):
        Catalogue("en")
