"""The words that docs/style.md keeps out of the catalogues, where the word alone decides."""

from __future__ import annotations

import re

import pytest
from catalogues import forms

# Words by language, each with the keys that may have it, since there it means something else.
FORBIDDEN: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        r"\b(?:king|rook|pawn)s?\b": ("cli.judge.",),  # the names in JSON
        r"\btake-backs?\b": (),
        r"\b(?:usual start|start position)s?\b": (),
        r"\bnatural limit\b": (),
        r"\b(?:start over|retry)\b": (),
        r"\b(?:turn|turn the) board\b": (),
        r"\bnodes?\b": ("option.", "command.", "detail.", "cli."),
        r"\bwith right play\b": (),
        r"\bthreat of mate\b": (),
        r"\bbegins?\b": (),
        r"(?<!there )\bis no (?:legal )?(?:move|book|picture|library|record)\b": (),
        r"\b1 games\b": (),
        r"\bendings?\b": ("detail.", "option.", "command.", "cli."),
        r"\bguard(?:s|ed)?\b": (),
        r"\bretak(?:es?|en|ing)\b": (),
        r"(?<![:|])\boccurrence\b": (),
        r"\bwould have had\b": (),
        r"\b(?:of|in) records\b|\brecords? of any\b": (),
    },
    "zh-Hans": {
        "叫将(?!军)": (),
        "离谱": (),
        "续弈": (),
        "回吃": (),
        "注解": (),
        "棋局|棋库": (),
        "破解": (),
        "疑问手|极佳": (),
        "绝杀": ("pattern.", "coach.pattern.", "coach.idea."),
        "每着用时": (),
        "一步成杀|步内杀": (),
        "开局局面": (),
        "……": (),
        "'": (),
        "自己的布局": (),
        "(?<!安)全局(?!面)": (),
        "值得追求": (),
        "次重复": (),
        "走子方|轮走方": (),
        "这么多|(?:是|需要)子力(?!组合)": (),
        "深度（步数）": (),
        "不认识|未读(?!入)|此文件不是": (),
        "个失[着误]|失着处": (),
        "变例|执色|布局库|名手": (),
        "点击|重试|您": (),
    },
    "zh-Hant": {
        "着": (),
        "叫將(?!軍)": (),
        "離譜": (),
        "續弈": (),
        "回吃": (),
        "註釋|注釋|注解": (),
        "棋局|棋庫": (),
        "破解": (),
        "疑問手|極佳": (),
        "絕殺": ("pattern.", "coach.pattern.", "coach.idea."),
        "複盤|覆盤": (),
        "開局局面": (),
        "……": (),
        "'": (),
        "自己的佈局": (),
        "(?<!安)全局(?!面)": (),
        "值得追求": (),
        "次重複": (),
        "走子方|輪走方": (),
        "這麼多|(?:是|需要)子力(?!組合)": (),
        "深度（步數）": (),
        "不認識|未讀(?!入)|此檔案不是": (),
        "個失[著誤]|失著處": (),
        "變例|執色|佈局庫|布局|名手": (),
        "點擊|重試|您|查找|添加|數據|命令": (),
        "馬腿|蹩": (),
        "[“”]": (),
        "打開|保存|文件夾|默認|導入|導出|打印|粘貼|搜索|拖動|識別|概率|剪切板|視頻": (),
    },
}


@pytest.mark.parametrize(
    ("language", "word"), [(language, word) for language, words in FORBIDDEN.items() for word in words]
)
def test_no_text_has_a_word_that_is_said_in_another_way(language: str, word: str) -> None:
    found = {
        key: text
        for key, texts in forms(language).items()
        for text in texts
        if re.search(word, re.sub(r"{\w+}|`[^`]*`", "", text), re.IGNORECASE)
        if not key.startswith(FORBIDDEN[language][word] or ("\0",))
    }
    assert found == {}


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_no_share_in_chinese_has_spaces_around_its_stroke(language: str) -> None:
    assert {key: texts for key, texts in forms(language).items() if any(" / " in text for text in texts)} == {}


def test_toasts_of_one_sentence_have_no_full_stop_and_those_of_two_have_one() -> None:
    found = {}
    for key, texts in forms("en").items():
        for text in texts if key.startswith("toast.") else ():
            several = re.search(r"[.?!] \S", text) is not None
            if text.endswith(".") != several and not text.endswith(("?", "!", "{detail}")):
                found[key] = text
    assert found == {}


def test_the_help_of_options_asks_no_question() -> None:
    found = {
        key: text
        for key, texts in forms("en").items()
        for text in texts
        if key.startswith(("option.", "command."))
        if re.match(r"(?:how|which|whether|whose|what|where|also)\b", text)
    }
    assert found == {}
