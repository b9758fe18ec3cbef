#!/bin/sh
# Playwright has Firefox end as soon as a tab crashes. The one of a visitor goes on, and so does this one.
unset MOZ_CRASHREPORTER_SHUTDOWN
# Otherwise, Firefox ignores the preference for the server of remote settings.
export MOZ_REMOTE_SETTINGS_DEVTOOLS=1
exec /usr/bin/firefox-esr "$@"
