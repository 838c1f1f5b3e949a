"""`make release` builds everything that is published, with true hashes."""

import subprocess
import tarfile
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from application.version import VERSION
from tests.support.documents.npm import BIN
from tests.support.paths import ROOT
from tests.support.servers.processes import PROGRAM_SECONDS

BUILT = {
    f"ludotheque-{VERSION}-py3-none-any.whl",
    f"ludotheque-{VERSION}.tar.gz",
    f"ludotheque_client-{VERSION}-py3-none-any.whl",
    f"ludotheque-client-{VERSION}.tgz",
}


@pytest.mark.skipif(not BIN.exists(), reason="needs `make tools`")
def test_one_command_builds_the_packages_with_their_hashes(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    command = ["make", "release", f"DIST={dist}"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=PROGRAM_SECONDS)
    listed = [line.split() for line in (dist / "SHA256SUMS").read_text().splitlines()]
    hashes = {name: hash_ for hash_, name in listed}
    assert hashes.keys() == BUILT
    for name, hash_ in hashes.items():
        assert sha256((dist / name).read_bytes()).hexdigest() == hash_
    with ZipFile(dist / f"ludotheque-{VERSION}-py3-none-any.whl") as wheel:
        names = set(wheel.namelist())
    assert {"api/pages/documentation/text/docs/index.md", "api/pages/bundle/SOURCES"} <= names
    with tarfile.open(dist / f"ludotheque-{VERSION}.tar.gz") as sdist:
        assert f"ludotheque-{VERSION}/pyproject.toml" in sdist.getnames()
    with tarfile.open(dist / f"ludotheque-client-{VERSION}.tgz") as client:
        assert {"package/package.json", "package/index.js"} <= set(client.getnames())
