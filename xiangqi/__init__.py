"""Xiangqi (Chinese chess): board, rules, engine, records and a window to play in."""

__version__ = "0.1.0"
