"""Models of the cells of FPGA families for the simulator of netlists: one module per family."""
