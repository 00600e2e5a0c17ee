#!/bin/bash
# A PostgreSQL server of its own, on a socket in a folder, which need not exist. Everybody may connect as "bridge".
#   run.sh FOLDER
# Reads commands and answers each with a line: "start" with READY, "stop" and "crash" with STOPPED. At the end of standard
# input the server and the folder go.
set -euo pipefail
folder=$1
binaries=$(dirname "$(compgen -G '/usr/lib/postgresql/*/bin/postgres' | sort -V | tail -n 1)")
export LC_ALL=C
child=
user=()

end() {
    if [ -n "$child" ]; then
        # The shell need not tell that it was killed.
        disown "$child"
        kill -KILL "$child" 2> /dev/null || true
    fi
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 0' TERM INT HUP

mkdir -p "$folder"
cd "$folder"
# It refuses to run as root.
if [ "$(id -u)" -eq 0 ]; then
    chown nobody "$folder"
    user=(setpriv --reuid nobody --regid nogroup --clear-groups)
fi
"${user[@]}" "$binaries/initdb" -D "$folder/data" -U bridge -A trust -N > "$folder/log" 2>&1 < /dev/null \
    || { cat "$folder/log" >&2; exit 1; }

start() {
    # After a crash its own processes may still be ending.
    for _ in $(seq 100); do
        setpriv --pdeathsig KILL "${user[@]}" "$binaries/postgres" -D "$folder/data" -k "$folder" \
            -c listen_addresses= -c max_connections=200 -c shared_buffers=16MB < /dev/null >> "$folder/log" 2>&1 &
        child=$!
        while kill -0 "$child" 2> /dev/null; do
            if "$binaries/pg_isready" -q -h "$folder" -d postgres < /dev/null; then return 0; fi
            sleep 0.02
        done
        wait "$child" || true
        sleep 0.1
    done
    cat "$folder/log" >&2
    exit 1
}

while read -r command; do
    case $command in
        start)
            start
            echo READY
            ;;
        stop | crash)
            if [ "$command" = stop ]; then kill -INT "$child"; else kill -KILL "$child"; fi
            wait "$child" 2> /dev/null || true
            child=
            echo STOPPED
            ;;
    esac
done
