"""The golden tables of the village."""

from tests.support.golden import Golden

GOLDENS: tuple[Golden, ...] = ()
