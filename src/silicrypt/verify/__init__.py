"""Verification: whether a design point does what its standard and its contract say.

Each interface of the hardware has a bench in a folder of its own, and a module ``suite`` in it
that says what `suites.verify` builds and checks:

* ``hash``: messages to digests;
* ``messages``: keys, and messages under them (HMAC); it adds to the bench of hashes;
* ``cipher``: keys and blocks, or keys and messages in a mode of operation, to blocks or messages;
* ``registers``: a hash, HMAC or AES behind registers on a bus;
* ``machine``: the storage unit, with the programs of its host.

``netlist`` has the same interfaces in the gate-level simulator. The files beside these folders are
shared by all of them.
"""
