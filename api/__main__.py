"""`python -m api`: one web process."""

from application.ops.gc_tuning import collect_seldom, uncollected
from application.ops.logging import configure_logging
from application.setting_values import SettingError
from application.settings import Settings


def main() -> None:
    with uncollected():
        from api.app import create_app
        from api.asgi.server import web_server
        from api.composition import require_log_keys
        from store.connect import require_format_of

    try:
        settings = Settings.from_environment().of_one_process().with_urls()
        require_log_keys(settings)
        require_format_of(settings)
    except SettingError as wrong:
        raise SystemExit(str(wrong)) from None
    configure_logging(settings.log_format)
    server = web_server(create_app(settings), settings)
    collect_seldom()
    server.run()


if __name__ == "__main__":
    main()
