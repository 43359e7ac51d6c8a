"""Answers to words that gfkit does not accept: names, commands, options, formats, topics and sentences."""
