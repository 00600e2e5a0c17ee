#!/bin/sh
# login.sh BRIDGE CLIENT_ID [PROVIDER]: signs a person in at a token bridge (RFC 8628); prints the custom token.
# Needs curl 7.84 and any awk. Of JSON it reads what the bridge writes: strings without escapes, and numbers.
set -u; umask 077; export LC_ALL=C
say() { printf 'login.sh: %s\n' "$*" | tr -cd '[:print:]\n' >&2; }
fail() { say "$2"; exit "$1"; }
now() { cut -d. -f1 /proc/uptime 2>/dev/null || date +%s; } # a clock that nobody sets, where there is one
allowed() { # URL: whether it is https, or http on this machine, with nothing in it that leads elsewhere
    case $1 in *[!]A-Za-z0-9/.?=%~_,+:[-]*) return 1 ;; https://[!/]*) return 0 ;; esac
    case $1/ in http://127.0.0.1[/:]* | http://localhost[/:]* | 'http://[::1]'[/:]*) ;; *) return 1 ;; esac
}
demand() { allowed "$1" || fail 5 "the bridge names an address that is neither https nor on this machine: $1"; }
compact() { case $1 in *[!A-Za-z0-9._-]* | .* | *..* | *.*.*.*) false ;; *.*.*) ;; *) false ;; esac; } # as JWTs are
member() { # NAME: that string or number of the object in $body; false where there is none, or two, or no object
    printf '%s' "$body" | awk -v name="\"$1\"" '
        { text = text $0 " " } END {
            while (match(text, /^[ \t\r]*("([^"\\]|\\.)*"|[-+.0-9A-Za-z]+|[][{}:,])/)) {
                token = substr(text, 1, RLENGTH); text = substr(text, RLENGTH + 1); sub(/^[ \t\r]+/, "", token)
                if (depth == 1 && last == ":" && key == name && token ~ /^["0-9]/) { value = token; found++ }
                depth += (token ~ /^[[{]$/) - (token ~ /^[]}]$/)
                if (last ~ /^[{,]$/) key = token
                last = token
            }
            if (found != 1 || depth != 0 || last != "}" || text !~ /^[ \t\r]*$/ || value ~ /^""$|\\/) exit 1
            gsub(/"/, "", value); print value
        }'
}
number() { # TEXT LEAST MOST: the text as a number within bounds; false where it is none
    case $1 in '' | *[!0-9]* | 0?*) return 1 ;; ??????*) echo "$3"; return ;; esac
    if [ "$1" -lt "$2" ]; then echo "$2"; elif [ "$1" -gt "$3" ]; then echo "$3"; else echo "$1"; fi
}
request() { # URL [OPTION...]: sets code, after and body; false where the bridge is gone. The secret is in no argument.
    code='' after=0; demand "$1"
    answer=$(printf '%s' "$secret" | curl -gsS -m 30 --max-filesize 65536 --proto =http,https \
        -w '|%header{retry-after}|%{http_code}' "$@") || return 1
    code=${answer##*|}; answer=${answer%|*}; body=${answer%|*}; after=$(number "${answer##*|}" 0 3600) || after=0
    case $code in 429 | 5??) return 1 ;; esac
}
refused() { # the end that an error stands for
    case $1 in
        access_denied) fail 6 'the sign-in was denied' ;;
        expired_token) fail 6 'nobody approved the code in time' ;;
        invalid_client | unauthorized_client) fail 3 'the bridge does not know this client, or not for this' ;;
        ?*) fail 4 "the bridge refused: $1" ;;
        *) fail 5 "status $code is no answer of a token bridge" ;;
    esac
}
trap 'fail 6 "the login was given up"' INT TERM HUP
[ $# = 2 ] || [ $# = 3 ] || fail 2 'usage: login.sh BRIDGE CLIENT_ID [PROVIDER]'
secret='' down='' grant=urn:ietf:params:oauth:grant-type:device_code bridge=${1%/}
allowed "$bridge" || fail 3 'the bridge must be https://..., or http:// on this machine'
host=${bridge#*://}; host=${host%%/*}; path=${bridge#*://"$host"}
request "${bridge%%://*}://$host/.well-known/oauth-authorization-server$path" || fail 75 "no answer from $bridge"
issuer=$(member issuer) || refused ''; [ "${issuer%/}" = "$bridge" ] || fail 3 "the bridge calls itself $issuer"
start=$(member device_authorization_endpoint) && poll=$(member token_endpoint) || fail 3 "$bridge has no login by code"
request "$start" --data-urlencode "client_id=$2" ${3+--data-urlencode "provider=$3"} || fail 75 "no answer from $bridge"
[ "$code" = 200 ] || refused "$(member error)"
secret=$(member device_code) && shown=$(member user_code) && address=$(member verification_uri) || refused ''
life=$(number "$(member expires_in)" 30 3600) || refused ''; interval=$(number "$(member interval)" 1 60) || interval=5
demand "$address"; say "to sign in, open $address"; say "and enter the code $shown"
end=$(($(now) + life)) pause=$interval
while left=$((end - $(now))); [ "$left" -gt 0 ]; do
    sleep "$((pause < left ? pause : left))"; [ "$(now)" -lt "$end" ] || break
    if ! request "$poll" --data-urlencode device_code@- -d "grant_type=$grant" --data-urlencode "client_id=$2"; then
        [ "$down" ] || say 'the bridge cannot be reached, trying again until the code is too old'
        down=1 pause=$((pause < 30 ? pause * 2 : pause < 60 ? 60 : pause)); pause=$((after > pause ? after : pause))
        continue
    fi
    error=$(member error); down='' pause=$interval
    case $code:$error in
        200:) [ "$(member issued_token_type)" = urn:ietf:params:oauth:token-type:jwt ] && token=$(member access_token) \
                && compact "$token" || fail 5 'the answer has no custom token'
            printf '%s\n' "$token" || exit 1; exit 0 ;;
        400:authorization_pending) ;;
        400:slow_down) interval=$((interval + 5)) pause=$interval ;;
        *) refused "$error" ;;
    esac
done
[ "$down" ] && fail 75 'the bridge could not be reached any more until the code was too old'; refused expired_token
