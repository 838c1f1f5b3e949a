"""The planned load: its options, its shape, and the mix of tables, players and visitors."""
