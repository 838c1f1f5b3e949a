"""Upkeep: what checks the data of an installation, and what restores it.

| part | question | what it changes |
|---|---|---|
| `scrub` | Is anything in the store or archive damaged? | nothing; `scrub.fix` derived keys |
| `rebuild` | | builds the list and the leaderboards again from the histories, beside the old |
| `doctor` | Are settings, machine and store safe for production? | nothing |
| `aof_repair` | Why does an embedded store not start? | cuts off what is damaged, after a copy |
| `keys` | Which keys are there, and where does their content come from? | derived keys |

`worker_pool` has the processes that scrub and rebuild share. Sources (events, heads and seeds) are
never written here. Backups are in `workers.backup`, audits of single tables in `domain.audit`.
"""
