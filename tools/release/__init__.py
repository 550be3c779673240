"""Makes the files of a release and checks them: `python -m tools.release` (docs/release.md)."""
