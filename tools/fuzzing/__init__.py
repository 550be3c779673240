"""Fuzzing: what is fuzzed, how inputs are made and watched, and how the ones that fail are made small."""
