"""Endgame tables: the results of all positions of a few pieces, how they are built, stored and probed.

>>> from xiangqi.board import Board
>>> report = Tables().probe(Board("4k4/9/9/9/9/9/9/9/9/3K2R2 w"))
>>> report.verdict.value
'win'
"""

from xiangqi.tables.material import Endgame
from xiangqi.tables.probing import Bounds, TableReport, Tables, TableVerdict, own_folder, usual_folders

__all__ = ["Bounds", "Endgame", "TableReport", "TableVerdict", "Tables", "own_folder", "usual_folders"]
