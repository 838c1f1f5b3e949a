"""Bug Race: draft cards, then let them move six legs and a body down your own track."""
