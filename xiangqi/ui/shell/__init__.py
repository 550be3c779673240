"""The window around all of it: display, loop, input, sound, and what is on show."""
