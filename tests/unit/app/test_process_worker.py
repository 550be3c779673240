"""Workers with a process: what it refuses, and what is asked when the program ends."""

from __future__ import annotations

import queue

import pytest

from xiangqi.app.insights.asks import AskInsights, InsightsReader
from xiangqi.app.outbox import Outbox
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message
from xiangqi.library import Library, Person
from xiangqi.library.library import default_path

QUESTION = AskInsights(1, Person((), here=True), all_games=False)


@pytest.fixture
def reader() -> InsightsReader:
    outbox: Outbox = queue.SimpleQueue()
    return InsightsReader(outbox, Library)


def test_what_the_process_refuses_is_an_error_with_its_reason(reader: InsightsReader) -> None:
    default_path().parent.mkdir(parents=True, exist_ok=True)
    default_path().write_bytes(b"no library" * 200)
    with pytest.raises(XiangqiError) as refused:
        list(reader.in_process(QUESTION))
    assert default_path().name in str(refused.value)
    (told,) = reader.failed(QUESTION, str(refused.value))
    assert told.failure == str(refused.value)


def test_what_is_asked_after_the_end_is_not_answered(reader: InsightsReader) -> None:
    reader.close()
    with pytest.raises(XiangqiError) as ended:
        list(reader.in_process(QUESTION))
    assert ended.value.args == (Message("detail.reader_ended"),)
