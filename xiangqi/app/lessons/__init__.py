"""The welcome, the first lessons with their pages, tasks and stars, and the guided first game."""
