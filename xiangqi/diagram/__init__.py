"""Boards as vector drawings: pictures as data, themes, and writers that need neither a window nor a font.

`drawing.draw_board` puts a `BoardPicture` on any `canvas.Canvas`, of which there are three: SVG and pixels
here, PDF in `xiangqi.printing`.
"""
