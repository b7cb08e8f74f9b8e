"""The bench of machines, which a host controls through registers."""
