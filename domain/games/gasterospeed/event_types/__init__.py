"""What can happen: between the turns, with cards, and to snails."""
