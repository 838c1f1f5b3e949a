"""What the walks of schemathesis reached: operations that succeeded, links that were followed."""

from dataclasses import dataclass, field
from typing import Any

from schemathesis.engine import events
from schemathesis.engine.run import PhaseName


@dataclass
class Reach:
    operations: set[str]  # all of the document
    links: set[str]  # `openTable.201.takeSeat` …
    reached: set[str] = field(default_factory=set)
    followed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, document: dict[str, Any]) -> "Reach":
        operations, links = set(), set()
        for item in document["paths"].values():
            for operation in item.values():
                name = operation["operationId"]
                operations.add(name)
                for status, response in operation["responses"].items():
                    links |= {f"{name}.{status}.{link}" for link in response.get("links", ())}
        return cls(operations, links)

    def add(self, event: events.EngineEvent) -> None:
        """Add the operations and links of a walk that were answered with success."""
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
                self._add_link(recorder, node)

    def _add_link(self, recorder: Any, node: Any) -> None:
        """Add a link; an id looks like `POST /v1/tables -> [201] takeSeat -> POST /v1/tables/…`."""
        before = recorder.cases[node.transition.parent_id].value
        status, _, link = node.transition.id.split(" -> ")[1].strip("[").partition("] ")
        self.followed.add(f"{before.operation.definition.raw['operationId']}.{status}.{link}")

    @property
    def share_of_operations(self) -> float:
        return len(self.reached & self.operations) / len(self.operations)

    @property
    def share_of_links(self) -> float:
        return len(self.followed & self.links) / len(self.links)
