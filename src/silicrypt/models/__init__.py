"""Python models of algorithms that no library has. They are written without the hardware."""
