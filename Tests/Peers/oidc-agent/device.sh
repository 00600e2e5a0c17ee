#!/bin/bash
# oidc-agent 4.2.6 as a device at a bridge (RFC 8628).
#   device.sh BRIDGE CLIENT SECRET [OPTION OF oidc-gen...]
# Standard output and standard error are those of oidc-gen; everything else it needs goes with this script.
#
# oidc-agent reads the metadata of OpenID providers alone, and none without a list of scopes. A bridge is no OpenID
# provider and has no scopes: so what the bridge says of itself stands on a page of ours, with a scope. All requests of
# the grant go to the bridge itself.
set -euo pipefail
bridge=$1 client=$2 secret=$3
shift 3
state=$(mktemp -d)
helpers=()
# shellcheck disable=SC2317
finish() {
    for helper in "${helpers[@]}"; do kill "$helper" 2> /dev/null || true; done
    rm -rf "$state"
}
trap finish EXIT
export HOME=$state OIDC_SOCK=$state/agent OIDC_ENCRYPTION_PW=of-a-test

mkdir -p "$state/site/.well-known"
curl -sSf "$bridge/.well-known/oauth-authorization-server" | python3 -c '
import json, sys
print(json.dumps({**json.load(sys.stdin), "scopes_supported": ["openid"]}))' \
    > "$state/site/.well-known/openid-configuration"
setpriv --pdeathsig KILL python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$state/site" \
    > "$state/served" 2> /dev/null < /dev/null &
helpers+=($!)
setpriv --pdeathsig KILL oidc-agent --console --quiet --no-autoload -a "$OIDC_SOCK" > /dev/null 2>&1 < /dev/null &
helpers+=($!)
for _ in {1..500}; do
    issuer=$(sed -n 's/.*(\(http:[^)]*[0-9]\).*/\1/p' "$state/served" 2> /dev/null || true)
    [ -n "$issuer" ] && [ -S "$OIDC_SOCK" ] && break
    sleep 0.02
done

status=0
oidc-gen bridge --iss="$issuer" --client-id="$client" --client-secret="$secret" --scope=openid --flow=device \
    --manual --pw-env --prompt=none --confirm-default "$@" < /dev/null || status=$?
exit "$status"
