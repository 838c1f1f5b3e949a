"""Players of tables: what to send and what the answers mean. Only `driving` knows how it is sent.

Nothing here uses a network or a clock, so that tools, benches and tests play tables by this code.
"""
