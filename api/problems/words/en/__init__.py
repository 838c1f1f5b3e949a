"""Problems in English: what is wrong with a request; `codes.toml` says what each code means."""
