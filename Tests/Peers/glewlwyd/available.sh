#!/bin/bash
# Installs glewlwyd, Debian's OpenID provider, with what its scripts need, where it is missing and we are root.
set -euo pipefail
packages=(glewlwyd sqlite3 jose jq curl openssl)
for command in "${packages[@]}"; do
    command -v "$command" > /dev/null && continue
    exec "$(dirname "$0")/../install-packages.sh" "${packages[@]}"
done
