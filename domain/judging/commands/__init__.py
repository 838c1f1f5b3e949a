"""The judgements of commands, by what they are about; `judge` finds the right one."""
