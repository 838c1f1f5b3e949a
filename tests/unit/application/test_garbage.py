"""Python collects garbage less often during a long job, and as before afterwards."""

import gc

from application.garbage import SELDOM, seldom_collected


def test_the_threshold_is_high_during_a_job() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold() == SELDOM
        assert gc.get_freeze_count()
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()
