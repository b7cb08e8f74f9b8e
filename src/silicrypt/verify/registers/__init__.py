"""The bench of memory-mapped units: their registers on AXI4-Lite or APB."""
