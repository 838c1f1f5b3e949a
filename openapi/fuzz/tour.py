"""How far the walks of schemathesis came: operations that said yes, links that led to one."""

from dataclasses import dataclass, field
from typing import Any

from schemathesis.engine import events
from schemathesis.engine.run import PhaseName


@dataclass
class Tour:
    operations: set[str]  # all there are
    links: set[str]  # `openTable.201.takeSeat` …
    reached: set[str] = field(default_factory=set)
    followed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, document: dict[str, Any]) -> "Tour":
        operations, links = set(), set()
        for item in document["paths"].values():
            for operation in item.values():
                name = operation["operationId"]
                operations.add(name)
                for status, response in operation["responses"].items():
                    links |= {f"{name}.{status}.{link}" for link in response.get("links", ())}
        return cls(operations, links)

    def see(self, event: events.EngineEvent) -> None:
        """Only of the walks; only answers that say yes."""
        if not isinstance(event, events.ScenarioFinished):
            return
        if event.phase is not PhaseName.STATEFUL_TESTING:
            return
        recorder = event.recorder
        for case_id, node in recorder.cases.items():
            response = recorder.find_response(case_id=case_id)
            if response is None or response.status_code >= 400:
                continue
            self.reached.add(node.value.operation.definition.raw["operationId"])
            if node.transition is not None and not node.transition.is_inferred:
                self._follow(recorder, node)

    def _follow(self, recorder: Any, node: Any) -> None:
        """A transition is called `POST /v1/tables -> [201] takeSeat -> POST /v1/tables/…`."""
        before = recorder.cases[node.transition.parent_id].value
        status, _, link = node.transition.id.split(" -> ")[1].strip("[").partition("] ")
        self.followed.add(f"{before.operation.definition.raw['operationId']}.{status}.{link}")

    @property
    def share_of_operations(self) -> float:
        return len(self.reached & self.operations) / len(self.operations)

    @property
    def share_of_links(self) -> float:
        return len(self.followed & self.links) / len(self.links)
