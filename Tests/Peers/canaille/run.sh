#!/bin/bash
# canaille 0.3.6 as an OpenID provider, <base>; people and clients are in server_of_canaille.py.
set -euo pipefail
# shellcheck source=../provider.sh
source "$(dirname "$0")/../provider.sh"
python=$("$peers/environment.sh" canaille)
export BRIDGE_PEER_STATE=$state PYTHONWARNINGS=ignore PYTHONDONTWRITEBYTECODE=1
provide "$python" "$peers/canaille/server_of_canaille.py"
await "http://127.0.0.1:$port/.well-known/openid-configuration"
ready "http://127.0.0.1:$port"
