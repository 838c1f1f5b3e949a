"""The composition root of the workers: each module opens the store for one process or job.

A process imports only what it runs, so it starts soon and takes little memory.
"""
