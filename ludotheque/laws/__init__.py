"""The laws that every game obeys, as tests. `pytest --laws KEY` runs them for an installed game."""
