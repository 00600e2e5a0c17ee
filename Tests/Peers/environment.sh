#!/bin/bash
# Makes the Python environment of a peer once, in the user's cache, and prints the path of its interpreter.
#   environment.sh [firebase-admin | django-oauth-toolkit | canaille | oidc-provider-mock | clients | pyrebase |
#       schemathesis | starlette]
# Needs python3 with venv, flock, and the network the first time; fails where one is missing.
set -euo pipefail
name=${1:-firebase-admin}
case $name in
    firebase-admin) requirements=(firebase-admin==7.7.0 pyjwt cryptography) module=firebase_admin ;;
    # With oauthlib 4.0.1 its endpoint for devices answers with status 500.
    django-oauth-toolkit) requirements=(django-oauth-toolkit==3.4.1 oauthlib==3.3.1 'Django<6') module=oauth2_provider ;;
    canaille) requirements=('canaille[front,oidc,sqlite,server]==0.3.6') module=canaille ;;
    oidc-provider-mock) requirements=(oidc-provider-mock==0.3.4) module=oidc_provider_mock ;;
    # As a client: the provider of the same name wants another oauthlib.
    clients)
        requirements=(google-auth==2.63.0 requests Authlib==1.9.10 requests-oauthlib oauthlib==4.0.1)
        module=authlib
        ;;
    starlette)
        requirements=(firebase-admin==7.7.0 pyjwt cryptography starlette==0.50.0 uvicorn==0.38.0) module=uvicorn
        ;;
    pyrebase) requirements=(pyrebase4==4.9.0) module=pyrebase ;;
    # Both judge our description: one reads it, the other holds the running service to it.
    schemathesis) requirements=(schemathesis==4.32.5 openapi-spec-validator==0.9.0) module=schemathesis ;;
    *) echo "there is no peer $name" >&2 && exit 2 ;;
esac
folder=${XDG_CACHE_HOME:-$HOME/.cache}/custom-token-bridge/peers/$name
mkdir -p "$folder"
exec 9> "$folder/lock"
flock 9
python=$folder/venv/bin/python
# The marker comes last, so that an installation that was cut off is made again.
if [ "$(cat "$folder/ready" 2> /dev/null || true)" != "${requirements[*]}" ] \
    || ! "$python" -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$module') is None)"; then
    rm -f "$folder/ready"
    python3 -m venv --clear "$folder/venv" >&2
    "$python" -m pip install --quiet --disable-pip-version-check --retries 3 --timeout 60 "${requirements[@]}" >&2
    echo "${requirements[*]}" > "$folder/ready"
fi
echo "$python"
