"""Workers: questions answered in a thread, and how all of them are closed."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

import pytest

from xiangqi.app.effect import CopyText, PlaySound, Sound, TakePicture
from xiangqi.app.event import Notify, Tone
from xiangqi.app.game.asks import JournalService
from xiangqi.app.job_thread import JobThread
from xiangqi.app.outbox import Outbox
from xiangqi.app.performers import Performers
from xiangqi.app.worker import Answers, Closing, Worker, answers, performs
from xiangqi.app.workers import WORKERS
from xiangqi.errors import LibraryError
from xiangqi.i18n.message import Message


class Echo(Worker):
    """Repeats a text, or fails after saying half of it; a sound is a question that newer ones replace."""

    name, failure = "echo", "toast.library_refused"
    closing = Closing.WRITES
    finished = False

    @answers(CopyText)
    def repeat(self, question: CopyText) -> Answers:
        yield CopyText(question.text[:2])
        if question.text == "fail":
            raise LibraryError("no echo")
        yield CopyText(question.text[2:])

    @answers(PlaySound, newest=True)
    def sound(self, question: PlaySound) -> Answers:
        yield question

    def finish(self) -> None:
        self.finished = True


@pytest.fixture
def outbox() -> Outbox:
    return queue.SimpleQueue()


@pytest.fixture
def performers(outbox: Outbox) -> Iterator[Performers]:
    made = Performers()
    worker = Echo(outbox)
    worker.declare(made)
    yield made
    worker.close()


def told(outbox: Outbox, count: int) -> list[object]:
    return [outbox.get(timeout=60) for _ in range(count)]


def test_a_worker_answers_its_questions_in_order(outbox: Outbox, performers: Performers) -> None:
    performers.perform(CopyText("abcd"))
    performers.perform(PlaySound(Sound.MOVE))
    assert told(outbox, 3) == [CopyText("ab"), CopyText("cd"), PlaySound(Sound.MOVE)]
    assert performers.kinds == {CopyText, PlaySound}


def test_an_error_becomes_the_toast_of_the_worker_which_goes_on(outbox: Outbox, performers: Performers) -> None:
    performers.perform(CopyText("fail"))
    performers.perform(CopyText("abcd"))
    toast = Notify(Message("toast.library_refused", detail="no echo"), Tone.ERROR)
    assert told(outbox, 4) == [CopyText("fa"), toast, CopyText("ab"), CopyText("cd")]


def test_a_waiting_question_gives_way_to_a_newer_one_of_its_kind(outbox: Outbox) -> None:
    thread, held = JobThread("held"), threading.Event()
    thread.submit(held.wait, print)
    performers = Performers()
    Echo(outbox, thread).declare(performers)
    for question in (PlaySound(Sound.MOVE), CopyText("ab"), CopyText("cd"), PlaySound(Sound.WIN)):
        performers.perform(question)
    held.set()
    thread.close()
    texts = [CopyText("ab"), CopyText(""), CopyText("cd"), CopyText("")]
    assert told(outbox, outbox.qsize()) == [*texts, PlaySound(Sound.WIN)]


def test_what_is_asked_before_the_end_is_answered_and_then_all_is_released(outbox: Outbox) -> None:
    worker, performers = Echo(outbox), Performers()
    worker.declare(performers)
    for _ in range(20):
        performers.perform(CopyText("abcd"))
    worker.close()
    assert worker.finished
    assert outbox.qsize() == 40


class Solo(Echo):
    """Repeats the latest text alone, taking as long as it is held up; a picture drops the text."""

    let_go: threading.Event
    began: threading.Event

    @answers(CopyText, alone=True)
    def repeat(self, question: CopyText) -> Answers:
        self.began.set()
        self.let_go.wait(60)
        yield question
        raise LibraryError(question.text)

    @performs(TakePicture)
    def stop(self, _effect: TakePicture) -> None:
        self.drop()


@pytest.fixture
def solo(outbox: Outbox) -> Iterator[tuple[Solo, Performers]]:
    worker, performers = Solo(outbox), Performers()
    worker.let_go, worker.began = threading.Event(), threading.Event()
    worker.declare(performers)
    yield worker, performers
    worker.close()


def test_a_question_to_be_answered_alone_drops_those_before_it(
    outbox: Outbox, solo: tuple[Solo, Performers]
) -> None:
    worker, performers = solo
    performers.perform(CopyText("first"))
    assert worker.began.wait(60)
    performers.perform(CopyText("waiting"))
    performers.perform(CopyText("last"))
    worker.let_go.set()
    worker.close()
    toast = Notify(Message("toast.library_refused", detail="last"), Tone.ERROR)
    assert told(outbox, outbox.qsize()) == [CopyText("last"), toast]


def test_what_is_dropped_is_neither_answered_nor_begun_nor_refused(
    outbox: Outbox, solo: tuple[Solo, Performers]
) -> None:
    worker, performers = solo
    performers.perform(CopyText("first"))
    assert worker.began.wait(60)
    performers.perform(PlaySound(Sound.MOVE))
    performers.perform(TakePicture())
    worker.let_go.set()
    performers.perform(PlaySound(Sound.WIN))
    worker.close()
    assert told(outbox, outbox.qsize()) == [PlaySound(Sound.WIN)]


def test_a_question_is_overtaken_by_the_next_of_its_kind_alone(outbox: Outbox) -> None:
    worker, performers = Echo(outbox), Performers()
    worker.declare(performers)
    first, second = PlaySound(Sound.MOVE), PlaySound(Sound.MOVE)
    performers.perform(first)
    performers.perform(CopyText("abcd"))
    assert not worker.is_overtaken(first)
    performers.perform(second)
    assert worker.is_overtaken(first)
    assert not worker.is_overtaken(second)
    worker.close()


class Hasty(Echo):
    """Ends at once."""

    closing = Closing.AT_ONCE


def test_a_worker_that_ends_at_once_drops_what_it_is_asked(outbox: Outbox) -> None:
    thread, held = JobThread("held"), threading.Event()
    thread.submit(held.wait, print)
    worker, performers = Hasty(outbox, thread), Performers()
    worker.declare(performers)
    performers.perform(CopyText("abcd"))
    worker.close()
    held.set()
    thread.close()
    assert outbox.qsize() == 0


def test_a_shared_thread_is_closed_by_those_who_share_it(outbox: Outbox) -> None:
    thread = JobThread("shared")
    first, second = Echo(outbox, thread), Echo(outbox, thread)
    first.close()
    performers = Performers()
    second.declare(performers)
    performers.perform(CopyText("abcd"))
    thread.close()
    assert outbox.qsize() == 2


def test_the_list_is_in_the_order_of_closing() -> None:
    how = [worker.closing for worker in WORKERS]
    assert how == sorted(how, key=[Closing.AT_ONCE, Closing.WRITES].index)
    assert WORKERS[-1] is JournalService  # whose place is free for another program only once all is written
