#!/bin/bash
# Builds the app of main.go once with Debian's Go and golang.org/x/oauth2, in the user's cache, and prints its path.
# Installs both where they are missing and we are root.
set -euo pipefail
packages=(golang-go golang-golang-x-oauth2-dev)
source=$(cd "$(dirname "$0")" && pwd)
if ! command -v go > /dev/null || [ ! -d /usr/share/gocode/src/golang.org/x/oauth2 ]; then
    "$source/../install-packages.sh" "${packages[@]}"
fi
folder=${XDG_CACHE_HOME:-$HOME/.cache}/custom-token-bridge/peers/clients-go
mkdir -p "$folder"
exec 9> "$folder/lock"
flock 9
if ! cmp -s "$source/main.go" "$folder/built.go" || [ ! -x "$folder/app" ]; then
    rm -f "$folder/built.go"
    cd "$source"
    GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache GOFLAGS=-p=1 go build -o "$folder/app" main.go >&2
    cp main.go "$folder/built.go"
fi
echo "$folder/app"
