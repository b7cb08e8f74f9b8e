"""Verification: whether a design point does what its standard and its contract say.

Each interface of the hardware has a suite, which `suites.verify` builds and runs, and a module with
the formats of its bench:

* ``hash_suite`` and ``wire``: messages, and keys with HMAC, to digests or tags;
* ``cipher_suite`` and ``cipher_wire``: keys and blocks, or keys and messages in a mode of
  operation, to blocks or messages;
* ``aead_suite`` and ``aead_wire``: keys and messages to messages with tags;
* ``kdf_suite`` and ``kdf_request``: requests and packets to derived keys, and to tags of KMAC;
* ``register_suite``, ``aead_registers`` and ``kmac_registers``: units behind registers on a bus;
* ``storage`` and ``storage_host``: the storage unit, with the programs of its host.

The C++ of the benches is in ``benches``, and `native` builds and runs them. The modules that begin
with ``netlist`` check mapped netlists with the same interfaces in the gate-level simulator.
"""
