"""The sample files of `deploy` are accepted by the programs that read them, where installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from application.settings import Settings
from tests.support.network.proxies import certificate
from tests.support.paths import ROOT
from workers.supervisor import proxy

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
SERVERS = ["server api1 unix@/run/ludotheque/1.sock", "server api2 unix@/run/ludotheque/2.sock"]


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def run(*command: str | Path) -> str:
    """Run a program that must succeed; return what it says."""
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@needs("haproxy")
@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_haproxy_accepts_the_configuration_of_serve(tmp_path: Path, header: str) -> None:
    settings = Settings(processes=2, proxy_header=header, host="::1")
    file = tmp_path / "haproxy.cfg"
    file.write_text(proxy.configuration(settings, SERVERS, 1000))
    run("haproxy", "-c", "-f", file)


@needs("haproxy")
def test_haproxy_accepts_the_deployed_configuration() -> None:
    run("haproxy", "-c", "-f", DEPLOY / "haproxy.cfg")


@needs("nginx")
@needs("openssl")
def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    site = (DEPLOY / "nginx.conf").read_text()
    for path in certificate(tmp_path):
        site = site.replace(f"/etc/letsencrypt/live/games.example/{path.name}", str(path))
    main = tmp_path / "nginx.conf"
    main.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{site}\n}}\n")
    assert "test is successful" in run("nginx", "-t", "-c", main, "-e", "stderr")


@needs("promtool")
def test_prometheus_accepts_the_alerts() -> None:
    assert "SUCCESS" in run("promtool", "check", "rules", DEPLOY / "prometheus-alerts.yml")


@needs("systemd-analyze")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_accepts_the_units(tmp_path: Path, unit: Path) -> None:
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text().replace("/opt/ludotheque/bin/", "/bin/true /opt/"))
    run("systemd-analyze", "verify", "--man=no", copy)
