# Sourced by the scripts that run an OpenID provider on 127.0.0.1, in the foreground.
#   BRIDGE_PEER_PORT   its port
# Such a script prints "READY <base address> <folder of its state>" and ends, with its provider and the folder, when
# its standard input does: whoever started it need only be gone.
# shellcheck shell=bash
port=${BRIDGE_PEER_PORT:?the port to listen on}
peers=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
state=$(mktemp -d)
child=

# Nothing of its state is worth an orderly end.
stop() {
    [ -z "$child" ] || kill -KILL "$child" 2> /dev/null || true
}
trap 'stop; rm -rf "$state"' EXIT
trap 'exit 0' TERM INT HUP

# Starts the provider; it dies with this shell.
provide() {
    setpriv --pdeathsig KILL "$@" < /dev/null >> "$state/log" 2>&1 &
    child=$!
    # The shell need not tell that it ended.
    disown "$child"
}

# Waits until an address answers.
await() {
    for _ in $(seq 600); do
        if curl -sf -o /dev/null "$1" < /dev/null; then return 0; fi
        if ! kill -0 "$child" 2> /dev/null; then break; fi
        sleep 0.05
    done
    cat "$state/log" >&2
    exit 1
}

# Says that all is ready, and waits for the end of standard input.
ready() {
    echo "READY $1 $state"
    while read -r _; do :; done
    exit 0
}
