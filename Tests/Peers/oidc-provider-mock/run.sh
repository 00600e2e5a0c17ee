#!/bin/bash
# oidc-provider-mock 0.3.4 as an OpenID provider, <base>. People: alice (e-mail verified), bob (not), without passwords.
# Clients register themselves.
set -euo pipefail
# shellcheck source=../provider.sh
source "$(dirname "$0")/../provider.sh"
python=$("$peers/environment.sh" oidc-provider-mock)
export PYTHONWARNINGS=ignore PYTHONDONTWRITEBYTECODE=1
provide "$(dirname "$python")/oidc-provider-mock" -H 127.0.0.1 -p "$port" -r true \
    --user-claims '{"sub":"alice","email":"alice@example.com","email_verified":true,"name":"Alice Example"}' \
    --user-claims '{"sub":"bob","email":"bob@example.com","email_verified":false,"name":"Bob Example"}'
await "http://127.0.0.1:$port/jwks"
ready "http://127.0.0.1:$port"
