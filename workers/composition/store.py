"""Opens the store for one process or job."""

from application.settings import Settings
from store.connect import Store


def opened(settings: Settings) -> Store:
    return Store(settings.store_url(), settings.queue(), archive=settings.archive_place)


def retrying(settings: Settings) -> Store:
    return Store.retrying(settings.store_url(), settings.queue(), settings.archive_place)
