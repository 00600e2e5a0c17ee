#!/bin/bash
# Starts the built service and holds it to its own description.
#   run.sh TOKEN_BRIDGE FOLDER     FOLDER has sa.json; BRIDGE_PEER_PORT is the port to serve at.
# Prints what schemathesis prints; ends as it ends.
set -euo pipefail
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
python=$(bash "$here/../environment.sh" schemathesis)
base=http://127.0.0.1:$BRIDGE_PEER_PORT
cd "$folder"
sed "s,BASE,$base,; s,PORT,$BRIDGE_PEER_PORT," "$here/bridge.json" > bridge.json
cp "$here/jwks.json" jwks.json
chmod 600 bridge.json
"$program" serve 2> log &
service=$!
trap 'kill "$service" 2> /dev/null || true; wait "$service" 2> /dev/null || true' EXIT
export SCHEMATHESIS_HOOKS="$here/hooks.py" PYTHONDONTWRITEBYTECODE=1 HOME=$folder
"$(dirname "$python")/st" --config-file "$here/schemathesis.toml" run "$base/openapi.json" --wait-for-schema 10 \
    --max-examples 20 --phases examples,coverage,fuzzing --seed 1 --workers 4 --max-redirects 0 --request-timeout 20 \
    --suppress-health-check all --warnings off --no-color
