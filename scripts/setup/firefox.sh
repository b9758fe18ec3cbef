#!/bin/sh
# Playwright has Firefox end as soon as a tab crashes. The one of a visitor goes on, and so does this one.
unset MOZ_CRASHREPORTER_SHUTDOWN
exec /usr/bin/firefox-esr "$@"
