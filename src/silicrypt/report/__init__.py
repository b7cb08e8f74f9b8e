"""Shows results: as a web page, as tables for terminal and Markdown, and as pictures."""
