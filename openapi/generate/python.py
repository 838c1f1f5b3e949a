"""The Python client: msgspec models by datamodel-code-generator, one method per operation."""

import subprocess
import sys
import tempfile
from pathlib import Path

from msgspec import json

from openapi.generate.methods import module
from openapi.generate.msgspec_dialect import for_msgspec

OPTIONS = (
    "--input-file-type=openapi",
    "--openapi-scopes=schemas",
    "--output-model-type=msgspec.Struct",
    "--target-python-version=3.11",
    "--use-annotated",
    "--field-constraints",
    "--use-standard-collections",
    "--use-union-operator",
    "--use-schema-description",
    "--use-msgspec-tagged-unions",
    "--enum-field-as-literal=all",
    "--disable-timestamp",
    "--formatters=builtin",
)


def generate(document: Path, folder: Path) -> list[Path]:
    """Write a package with models and client; at run time it needs msgspec and httpx."""
    content = json.decode(document.read_bytes())
    models, client = folder / "models.py", folder / "client.py"
    with tempfile.TemporaryDirectory() as named:
        adapted = Path(named) / "openapi.json"
        adapted.write_bytes(json.encode(for_msgspec(content)))
        program = Path(sys.executable).parent / "datamodel-codegen"
        command = [str(program), "--input", str(adapted), "--output", str(models), *OPTIONS]
        subprocess.run(command, check=True, capture_output=True)
    client.write_text(module(content))
    (folder / "__init__.py").write_text('"""A client of Ludothèque, made from its document."""\n')
    return [models, client]
