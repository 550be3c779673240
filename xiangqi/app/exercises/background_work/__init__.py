"""What the workers of exercises do: choosing them, judging answers, rounds of the repertoire."""
