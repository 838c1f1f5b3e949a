"""The metrics of several processes become one text that Prometheus can read."""

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from api.metrics.gathered import merged


def metrics_of_a_process(value: float) -> str:
    registry = CollectorRegistry()
    Gauge("cached_tables", "Tables.", registry=registry).set(value)
    Counter("requests", "Requests.", ("route",), registry=registry).labels('/a "b"').inc(value)
    return generate_latest(registry).decode()


def test_each_metric_is_described_once_and_each_sample_names_its_process() -> None:
    text = merged({"1": metrics_of_a_process(3), "2": metrics_of_a_process(4)})
    assert text.count("# TYPE cached_tables gauge\n") == 1
    families = {each.name: each for each in text_string_to_metric_families(text)}
    tables = families["cached_tables"].samples
    assert [(each.labels, each.value) for each in tables] == [
        ({"process": "1"}, 3.0),
        ({"process": "2"}, 4.0),
    ]
    [first, *_] = [each for each in families["requests"].samples if each.name == "requests_total"]
    assert first.labels == {"process": "1", "route": '/a "b"'}
