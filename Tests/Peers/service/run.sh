#!/bin/bash
# The built service.
#   BRIDGE_SERVICE_PROGRAM         token-bridge
#   BRIDGE_SERVICE_CONFIGURATION   its configuration, with the port to listen on
set -euo pipefail
# shellcheck source=../provider.sh
source "$(dirname "$0")/../provider.sh"
cd "$(dirname "$BRIDGE_SERVICE_CONFIGURATION")"
export SWIFT_BACKTRACE=enable=no
provide "$BRIDGE_SERVICE_PROGRAM" serve --config "$BRIDGE_SERVICE_CONFIGURATION"
await "http://127.0.0.1:$port/.well-known/oauth-authorization-server"
ready "http://127.0.0.1:$port"
