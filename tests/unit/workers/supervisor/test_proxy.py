"""HAProxy in front of several server processes: its configuration, and when it cannot be used."""

import shutil
from pathlib import Path

import pytest

from api.problems.catalogue import CODES
from application.setting_values import ListenAddress
from application.settings import Settings
from tests.support.paths import ROOT
from workers.supervisor import proxy
from workers.supervisor.store import CannotServe

SERVERS = ["server api1 unix@/run/ludotheque/1.sock", "server api2 unix@/run/ludotheque/2.sock"]


def test_requests_of_a_table_go_to_one_process_and_others_to_the_least_busy() -> None:
    text = proxy.configuration(Settings(processes=2), SERVERS, 1000)
    tables, others = text.split("\nbackend tables\n")[1].split("\nbackend others\n")
    assert "balance hash path,field(4,/)" in tables
    assert "hash-type consistent" in tables
    assert "balance leastconn" in others
    assert all(f"{server} check inter 500ms rise 1" in others for server in SERVERS)
    for name, server in zip(("api1", "api2"), SERVERS, strict=True):
        assert f"{server} track others/{name} weight 100" in tables


def test_all_paths_of_the_configuration_are_below_the_prefix() -> None:
    text = proxy.configuration(Settings(processes=2, prefix="/games/ludo"), SERVERS, 1000)
    assert "balance hash path,field(6,/)" in text
    for path in ("/v1/tables/", "/v1/tables/stream", "/health/live", "/problems/"):
        assert text.count(path) == text.count(f"/games/ludo{path}") > 0


def test_metrics_have_an_address_of_their_own_where_any_process_answers_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/sbin/{name}")
    address = ListenAddress("::1", 9100)
    for metrics, expected in ((None, 0), (address, 1)):
        settings = Settings(processes=2, var=tmp_path, metrics_address=metrics)
        proxy.server_processes(settings, lambda _: None)
        text = (tmp_path / proxy.CONFIGURATION_FILE).read_text()
        assert text.count("bind [::1]:9100\n") == expected
        assert text.count("status 404 if { path /metrics }") == expected


def test_the_header_of_the_caller_is_the_one_that_the_api_reads() -> None:
    usual = proxy.configuration(Settings(processes=2), SERVERS, 1000)
    standard = proxy.configuration(Settings(processes=2, proxy_header="Forwarded"), SERVERS, 1000)
    assert "option forwardfor" in usual
    assert "Forwarded" not in usual
    assert "add-header Forwarded" in standard
    assert "option forwardfor" not in standard


def test_without_haproxy_several_processes_are_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(CannotServe, match="apt-get install haproxy"):
        proxy.server_processes(Settings(processes=2, var=tmp_path), lambda _: None)


def test_haproxy_answers_with_a_problem_of_the_server_if_no_process_responds() -> None:
    known = CODES["store_unavailable"]
    text = proxy.configuration(Settings(processes=2), SERVERS, 1000)
    assert f'"type":"/problems/{known.code}"' in text
    assert (proxy.AWAY["title"], proxy.AWAY["status"]) == (known.title, known.status)


def test_haproxy_closes_unused_connections_before_the_api_does() -> None:
    socket = Path("/run/1.sock")
    usual = proxy.environment_of(Settings(processes=2), socket)
    longer = proxy.environment_of(Settings(processes=2, idle_seconds=600), socket)
    assert int(usual["LUDOTHEQUE_IDLE_SECONDS"]) == proxy.IDLE_SECONDS > 2 * proxy.SECONDS
    assert longer["LUDOTHEQUE_IDLE_SECONDS"] == "600"


def test_one_process_needs_no_proxy(tmp_path: Path) -> None:
    alone = proxy.server_processes(Settings(var=tmp_path), lambda _: None)
    assert [each.name for each in alone] == ["server"]
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def haproxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/sbin/{name}")


@pytest.mark.usefixtures("haproxy")
def test_sockets_are_in_a_folder_that_nobody_else_may_enter(tmp_path: Path) -> None:
    parts = proxy.server_processes(Settings(processes=2, var=tmp_path), lambda _: None)
    assert [each.name for each in parts] == ["server 1", "server 2", "haproxy"]
    assert (tmp_path / "api").stat().st_mode & 0o777 == 0o700


@pytest.mark.usefixtures("haproxy")
def test_a_folder_that_is_too_deep_for_sockets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="LUDOTHEQUE_VAR"):
        proxy.server_processes(Settings(processes=2, var=tmp_path / ("x" * 100)), lambda _: None)


def test_the_deployed_file_is_this_configuration() -> None:
    assert (ROOT / "deploy/haproxy.cfg").read_text() == proxy.deployed()
