#!/bin/bash
# Installs Debian packages that are missing, where we are root; one caller at a time: tests run at once, and apt-get
# refuses to run twice.
#   install-packages.sh PACKAGE...
set -euo pipefail
[ "$(id -u)" -eq 0 ] || { echo "missing; as root: apt-get install $*" >&2; exit 1; }
exec 8> "${TMPDIR:-/tmp}/custom-token-bridge-apt.lock"
flock 8
missing=()
for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0
# Nobody else may need the services that packages would start. The lock is ours, not theirs.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get update -qq >&2 8>&-
apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${missing[@]}" >&2 8>&-
