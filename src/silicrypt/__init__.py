"""silicrypt: verified cryptographic hardware cores and the instrument that measures them."""
