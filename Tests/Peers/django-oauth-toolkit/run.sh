#!/bin/bash
# django-oauth-toolkit 3.4.1 as an OpenID provider, <base>/o; people and clients are in site_of_toolkit.py.
#   BRIDGE_PEER_REDIRECTS   where else browsers may be sent back to, parted by blanks
set -euo pipefail
# shellcheck source=../provider.sh
source "$(dirname "$0")/../provider.sh"
python=$("$peers/environment.sh" django-oauth-toolkit)
export BRIDGE_PEER_STATE=$state PYTHONWARNINGS=ignore PYTHONDONTWRITEBYTECODE=1
provide "$python" "$peers/django-oauth-toolkit/site_of_toolkit.py"
await "http://127.0.0.1:$port/o/.well-known/openid-configuration"
ready "http://127.0.0.1:$port"
