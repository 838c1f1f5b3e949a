"""What goes on without anybody asking over HTTP: clocks, read models, chores, and `serve`."""
