#!/bin/bash
# Installs glewlwyd, Debian's OpenID provider, with what its scripts need, where it is missing and we are root.
set -euo pipefail
packages=(glewlwyd sqlite3 jose jq curl openssl)
for command in "${packages[@]}"; do
    command -v "$command" > /dev/null && continue
    [ "$(id -u)" -eq 0 ] || { echo "$command is missing; as root: apt-get install ${packages[*]}" >&2; exit 1; }
    # Nobody else may need the service that the package would start.
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get update -qq >&2
    apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${packages[@]}" >&2
    break
done
