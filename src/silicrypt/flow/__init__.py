"""The stages of a run (sources, synthesis, place and route or timing), and the complete run."""
