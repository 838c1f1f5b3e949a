"""The public log: its Merkle tree, its entries and the C2SP formats it is served in. No I/O."""
