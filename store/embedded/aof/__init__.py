"""The append-only files of a store: reads them without a server, and cuts off what is damaged."""
