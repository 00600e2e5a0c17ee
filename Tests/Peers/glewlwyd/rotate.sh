#!/bin/bash
# Gives a running glewlwyd a new signing key: rotate.sh BASE-ADDRESS yahoo|other keep|drop|samekid
#   keep      the new key signs, the old one stays published
#   drop      the old key is published no longer: it is revoked
#   samekid   the new key takes the key identifier of the old one, which is gone: an operator's mistake
set -euo pipefail
base=$1 name=$2 mode=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
call() { curl -sf -b "$folder/jar" -c "$folder/jar" -X "$1" -H 'Content-Type: application/json' "$base/api/$2" "${@:3}"; }
call POST auth/ -d '{"username":"admin","password":"password"}' > /dev/null
call GET "mod/plugin/$name" > "$folder/plugin.json"
old=$(jq -r '.parameters["jwks-private"]' "$folder/plugin.json")
kid=$name-$(date +%s%N)
[ "$mode" != samekid ] || kid=$(jq -r '.keys[0].kid' <<< "$old")
[ "$mode" = keep ] || old='{"keys":[]}'
jose jwk gen -i "{\"alg\":\"RS256\",\"kid\":\"$kid\",\"use\":\"sig\"}" -o "$folder/new.jwk"
keys=$(jq -c --argjson old "$old" '{keys: ([del(.key_ops)] + $old.keys)}' "$folder/new.jwk")
jq -c --arg keys "$keys" '.parameters["jwks-private"] = $keys' "$folder/plugin.json" > "$folder/changed.json"
call PUT "mod/plugin/$name" -d @"$folder/changed.json" > /dev/null
call PUT "mod/plugin/$name/reset" > /dev/null
# The key identifiers that are published now, the signing one first.
curl -sf "$base/api/$name/jwks" | jq -r '.keys[].kid'
