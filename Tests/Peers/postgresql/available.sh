#!/bin/bash
# Installs PostgreSQL where it is missing and we are root.
set -euo pipefail
compgen -G '/usr/lib/postgresql/*/bin/postgres' > /dev/null && exit 0
[ "$(id -u)" -eq 0 ] || { echo "PostgreSQL is missing; as root: apt-get install postgresql" >&2; exit 1; }
# Nobody else may need the service that the package would start.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get update -qq >&2
apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends postgresql >&2
