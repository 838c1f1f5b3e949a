"""The committed document, by which players send their requests."""

from openapi.play.document import Document
from tests.support.paths import OPENAPI_DOCUMENT

API = Document.read(OPENAPI_DOCUMENT.read_bytes())
