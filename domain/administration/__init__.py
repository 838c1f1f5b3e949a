"""What administrators do: every act is an event, and the state follows from the acts alone."""
