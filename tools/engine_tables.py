"""Writes the tables of parameters and of slots into docs/lab/engine-numbers.md, from the engine's own lists.

python -m tools.engine_tables
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from xiangqi.engine.common.layout import SLOTS
from xiangqi.engine.common.parameters import TABLE

DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "lab" / "engine-numbers.md"


def parameter_table() -> str:
    """Return the parameters as a Markdown table."""
    rows = [
        f"| `{p.name}` | {p.value} | {p.low} to {p.high} | {p.meaning} |"
        for p in sorted(TABLE, key=lambda p: p.name)
    ]
    return "\n".join(["| parameter | value | tuned within | meaning |", "|---|---|---|---|", *rows])


def slot_table() -> str:
    """Return the slots as a Markdown table."""
    rows = [f"| `{s.name}` | {s.start} | {s.length} | {s.content} |" for s in SLOTS]
    return "\n".join(["| name | from | length | content |", "|---|---|---|---|", *rows])


def tables_in(text: str) -> str:
    """Return a document with both tables inserted at its marks: <!-- parameters --> … <!-- end -->."""
    for mark, table in (("parameters", parameter_table()), ("slots", slot_table())):
        pattern = re.compile(rf"(<!-- {mark} -->\n).*?(\n<!-- end -->)", re.DOTALL)
        text = pattern.sub(lambda found, table=table: found[1] + table + found[2], text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(tables_in(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
