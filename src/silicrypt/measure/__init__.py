"""Verifies and measures cores that are not in the catalogue, from a core file (``CORE.toml``).

The core file names the sources, the top module, the algorithm and the interface
(`silicrypt.measure.core_file`). A driver operates the interface (`silicrypt.measure.drivers`). The
same driver operates the compiled RTL and the mapped netlist (`silicrypt.measure.device`). The
driver counts the cycles (`silicrypt.measure.core_checks`); mapping, routing and timing are those of
the catalogue's cores (`silicrypt.measure.measurement`).
"""
