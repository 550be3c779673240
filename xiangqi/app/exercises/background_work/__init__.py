"""The work of the exercise workers: choosing exercises, judging answers, rounds of the repertoire."""
