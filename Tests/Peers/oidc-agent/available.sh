#!/bin/bash
# Installs oidc-agent, with what its script needs, where it is missing and we are root.
set -euo pipefail
for command in oidc-agent oidc-gen curl setpriv python3; do
    command -v "$command" > /dev/null && continue
    exec "$(dirname "$0")/../install-packages.sh" oidc-agent-cli curl util-linux python3
done
