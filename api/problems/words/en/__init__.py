"""Problems in English: what each code means, and what is wrong with a request."""
