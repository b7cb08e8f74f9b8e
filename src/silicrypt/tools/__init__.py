"""One module per tool, each in three parts: render its input, run it, parse its output."""
