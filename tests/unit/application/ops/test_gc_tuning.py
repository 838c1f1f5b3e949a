"""Python looks for garbage less often during a long job and not at all while modules load."""

import gc

from application.ops.gc_tuning import SELDOM, seldom_collected, uncollected


def test_the_threshold_is_high_during_a_job() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold() == SELDOM
        assert gc.get_freeze_count()
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()


def test_nothing_that_was_imported_is_looked_at_again() -> None:
    try:
        with uncollected():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
