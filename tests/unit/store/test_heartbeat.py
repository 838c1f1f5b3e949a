"""A pause of many parts of a cluster is one line in the log."""

import logging

import pytest

from application.ops.outage_meter import AddEvidence, Settle
from domain.judging.outage_evidence import OutageClaim, Reading
from domain.table.commands import Outage
from store.heartbeat import _report


def claim(seconds: int) -> OutageClaim:
    return OutageClaim(1, 0, 1000 * seconds, Reading("machine", 0), {}, {})


def test_pauses_that_nobody_confirms_are_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        _report([Settle(claim(3), Outage(0, 3000)), AddEvidence(claim(9), 9000)])
        assert caplog.messages == []
        _report([Settle(claim(4), None), Settle(claim(5), None)])
    assert len(caplog.messages) == 1
    assert "a pause of 5.0 s" in caplog.messages[0]
