"""One module per tool, each in three parts: render what it reads, run it, parse what it wrote."""
