"""Simulation models of vendor cells, for exports with the primitives of a technology."""
