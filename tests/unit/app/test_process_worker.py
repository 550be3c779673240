"""Workers with a process: what it refuses, and what is asked when the program ends."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import ask

from xiangqi import launch
from xiangqi.app.answering_process import AnsweringProcess
from xiangqi.app.effect import CopyText
from xiangqi.app.insights.asks import AskInsights, InsightsReader
from xiangqi.app.outbox import Outbox
from xiangqi.app.process_worker import ProcessWorker
from xiangqi.app.worker import Answers, answers
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
    assert ended.value.args == (Message("detail.process_ended"),)


# ---- The process itself, with `echoing` as the module that answers ----


@pytest.fixture(scope="module")
def process() -> Iterator[AnsweringProcess]:
    """A process that all tests share, or another if one has ended it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))  # where `echoing` and `deaf` are
        process = AnsweringProcess("echoing")
        yield process
        process.end()


def test_a_process_answers_question_after_question_whatever_it_prints(process: AnsweringProcess) -> None:
    (first,) = process.ask("who")
    assert list(process.ask("print")) == ["printed"]
    assert list(process.ask("who")) == [first]
    assert first != os.getpid()


@pytest.mark.parametrize(
    ("question", "reason"),
    [("refuse", Message("detail.process_ended")), ("fail", "ValueError: no answer")],
)
def test_what_it_refuses_or_fails_at_costs_nothing_else(
    process: AnsweringProcess, question: str, reason: str
) -> None:
    (before,) = process.ask("who")
    with pytest.raises(XiangqiError) as refused:
        list(process.ask(question))
    assert refused.value.args == (reason,)
    assert list(process.ask("who")) == [before]


def test_a_word_is_heard_during_an_answer(process: AnsweringProcess) -> None:
    told = process.ask("hear")
    assert next(told) == "listening"
    process.tell("a word")
    assert list(told) == ["a word"]


def test_one_that_ends_refuses_and_the_next_question_starts_another(process: AnsweringProcess) -> None:
    with pytest.raises(XiangqiError) as ended:
        list(process.ask("exit"))
    assert ended.value.args == (Message("detail.process_ended"),)
    (first,) = process.ask("who")
    process.kill()  # while nothing is asked
    process.tell("nobody hears it")
    (second,) = process.ask("who")
    assert first != second


def test_a_question_that_is_not_answered_to_the_end_ends_the_process(process: AnsweringProcess) -> None:
    (first,) = process.ask("who")
    told = process.ask("hear")
    assert next(told) == "listening"
    told.close()
    (second,) = process.ask("who")
    assert first != second


@pytest.mark.parametrize("module", ["echoing", "deaf"])
def test_it_ends_with_the_session_whatever_it_is_doing(process: AnsweringProcess, module: str) -> None:
    """Also if the module hears no words."""
    busy = process if module == "echoing" else AnsweringProcess(module)
    told = busy.ask("hear")
    assert next(told) == "listening"
    child = busy._child
    assert child is not None
    assert child.stdin is not None
    child.stdin.close()  # as when the window is killed
    assert child.wait(60) == 0
    told.close()


def test_one_that_cannot_be_started_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "own_command", lambda *_words: ["/no/such/program"])
    with pytest.raises(XiangqiError) as refused:
        list(AnsweringProcess("echoing").ask("who"))
    assert "no such file" in str(refused.value).lower()


class Patient(ProcessWorker):
    """Has questions answered that have no end."""

    name, failure = "patient", "toast.library_refused"
    module = "deaf"

    @answers(CopyText, alone=True)
    def wait(self, question: CopyText) -> Answers:
        yield from self.in_process(question)


@pytest.mark.usefixtures("process")  # which says where `deaf` is
@pytest.mark.parametrize("ends", ["drops", "is asked anew"])
def test_a_worker_kills_the_process_of_a_question_that_it_drops(ends: str) -> None:
    worker = Patient(queue.SimpleQueue())
    ask(worker, CopyText("wait"))
    deadline = time.monotonic() + 60
    while (child := worker._process._child) is None and time.monotonic() < deadline:
        time.sleep(0.002)
    assert child is not None
    if ends == "drops":
        worker.drop()
    else:
        ask(worker, CopyText("wait again"))
    assert child.wait(60) != 0
    worker.close()
