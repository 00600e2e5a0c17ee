#!/bin/bash
# Makes the Python environment of the peers once, in the user's cache, and prints the path of its interpreter.
# Needs python3 with venv, flock, and the network the first time; fails where one is missing.
set -euo pipefail
requirements=(firebase-admin==7.7.0 pyjwt cryptography)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/custom-token-bridge/peers
mkdir -p "$folder"
exec 9> "$folder/lock"
flock 9
python=$folder/venv/bin/python
# The marker comes last, so that an installation that was cut off is made again.
if [ "$(cat "$folder/ready" 2> /dev/null || true)" != "${requirements[*]}" ] || ! "$python" -c 'import firebase_admin, jwt'; then
    rm -f "$folder/ready"
    python3 -m venv --clear "$folder/venv" >&2
    "$python" -m pip install --quiet --disable-pip-version-check --retries 3 --timeout 60 "${requirements[@]}" >&2
    echo "${requirements[*]}" > "$folder/ready"
fi
echo "$python"
