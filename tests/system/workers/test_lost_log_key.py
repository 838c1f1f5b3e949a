"""A lost key of the public log: the server does not start, until the operator begins a new log."""

import os
import subprocess
import sys
from pathlib import Path

import httpx

from domain.log.entries import Closed, Continues, Started, decode_entry
from tests.support.histories import tlog_reader
from tests.support.paths import ROOT
from tests.support.servers.processes import until
from tests.support.servers.serve_process import ServeProcess
from tests.support.tables.http_table import table_at

OFTEN = {"LUDOTHEQUE_PUBLIC_LOG_SECONDS": "0.2"}


def play_and_log(server: ServeProcess) -> str:
    """Play a table until its end is in the log; return the path of its receipt."""
    with table_at(server.url) as table:
        table.finish()
    path = f"{table.path}/receipt"
    until(lambda: "tlog-proof" in httpx.get(server.url + path).text)
    return path


def command(var: Path, *words: str) -> str:
    """Return what `ludotheque` prints."""
    env = {**os.environ, "LUDOTHEQUE_VAR": str(var)}
    whole = [sys.executable, "-m", "workers", *words]
    done = subprocess.run(whole, env=env, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


def test_a_server_without_its_key_does_not_start_and_goes_on_with_a_new_log(tmp_path: Path) -> None:
    var = tmp_path / "var"
    first = ServeProcess(var, env=OFTEN).ready()
    try:
        path = play_and_log(first)
        assert first.stop() == 0
    finally:
        first.kill_all()
    (var / "log" / "keys" / "log.key").unlink()
    refused = ServeProcess(var, env=OFTEN)
    assert refused.wait() == 1
    assert "log.key is lost. Restore it from a backup." in refused.output()
    assert "Traceback" not in refused.output()
    log_key, _ = command(var, "replace-log").splitlines()
    second = ServeProcess(var, env=OFTEN).ready()
    try:
        of_former_log = httpx.get(second.url + path).text
        play_and_log(second)
        base = f"{second.url}/log"
        log = tlog_reader.Checked(lambda path: httpx.get(f"{base}/{path}").content, log_key)
        assert second.stop() == 0
    finally:
        second.kill_all()
    assert [type(decode_entry(entry)) for entry in log.entries] == [Continues, Started, Closed]
    assert of_former_log.startswith(log_key.partition("+")[0] + "/receipts\n")
