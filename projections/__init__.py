"""Read models: pure folds of events, and their queries. They open no connection."""
