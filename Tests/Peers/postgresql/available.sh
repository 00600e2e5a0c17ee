#!/bin/bash
# Installs PostgreSQL where it is missing and we are root.
set -euo pipefail
compgen -G '/usr/lib/postgresql/*/bin/postgres' > /dev/null && exit 0
exec "$(dirname "$0")/../install-packages.sh" postgresql
