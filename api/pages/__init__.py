"""Pages for people: documentation and API reference; they load nothing from other hosts."""
