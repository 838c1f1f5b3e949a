"""Read models: pure folds of events into answers; what is kept of them can be made anew."""
