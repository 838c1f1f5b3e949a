"""The golden tables of the snails."""

from tests.support.golden import Golden

GOLDENS: tuple[Golden, ...] = ()
