#!/bin/bash
# glewlwyd 2.7.5 as two OpenID providers of one process, <base>/api/yahoo and <base>/api/other, each with its own keys.
#   BRIDGE_PEER_REDIRECTS   where else browsers may be sent back to, parted by blanks
#   BRIDGE_PEER_TLS=1   serves https://localhost, with a certificate that <state>/authority.pem vouches for
# People: alice/alice-pass-1 (e-mail verified), bob/bob-pass-22 (not), admin/password. Both people have consented.
# Clients: web/web-secret, native (public, PKCE), tv (public, device grant), and attacker/attacker-secret of another party.
set -euo pipefail
# shellcheck source=../provider.sh
source "$(dirname "$0")/../provider.sh"
base=http://127.0.0.1:$port
tls=
if [ "${BRIDGE_PEER_TLS:-0}" = 1 ]; then
    base=https://localhost:$port
    {
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=Authority of a test' \
            -keyout "$state/authority.key" -out "$state/authority.pem"
        openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout "$state/server.key" -out "$state/server.csr"
        openssl x509 -req -in "$state/server.csr" -CA "$state/authority.pem" -CAkey "$state/authority.key" \
            -CAcreateserial -days 2 -extfile <(echo 'subjectAltName=DNS:localhost') -out "$state/server.pem"
    } 2>> "$state/log"
    export CURL_CA_BUNDLE=$state/authority.pem
    tls="use_secure_connection=true
secure_connection_key_file=\"$state/server.key\"
secure_connection_pem_file=\"$state/server.pem\""
fi

# One transaction without fsync: what takes seconds else takes 0.05 s.
{
    echo 'PRAGMA synchronous=OFF; BEGIN;'
    cat /usr/share/dbconfig-common/data/glewlwyd/install/sqlite3
    echo 'COMMIT;'
} | sqlite3 "$state/glewlwyd.db" > /dev/null
cat > "$state/glewlwyd.conf" << END
port=$port
bind_address="127.0.0.1"
external_url="$base"
login_url="login.html"
api_prefix="api"
log_mode="file"
log_level="WARNING"
log_file="$state/glewlwyd.log"
cookie_secure=0
session_expiration=2419200
session_key="GLEWLWYD2_SESSION_ID"
admin_session_authentication="cookie"
profile_session_authentication="cookie"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
$tls
database = { type = "sqlite3"  path = "$state/glewlwyd.db" };
END
provide glewlwyd --config-file="$state/glewlwyd.conf"
await "$base/config"

# Calls the service with somebody's cookies: call NAME METHOD PATH [JSON]. The answer is in <state>/answer.
call() {
    local status
    status=$(curl -s -o "$state/answer" -w '%{http_code}' -b "$state/$1.jar" -c "$state/$1.jar" -X "$2" \
        "$base/api/$3" -H 'Content-Type: application/json' ${4:+-d "$4"} < /dev/null)
    [[ $status == 2* ]] || { echo "$2 $3: $status $(cat "$state/answer")" >&2; exit 1; }
}
admin() { call admin "$@"; }

admin POST auth/ '{"username":"admin","password":"password"}'
# A property of people that becomes the claim email_verified.
admin GET mod/user/database
admin PUT mod/user/database "$(jq -c '.parameters["data-format"].email_verified =
    {multiple: false, read: true, write: true, "profile-read": true, "profile-write": false}' "$state/answer")"
admin PUT mod/user/database/reset
for scope in email profile; do
    admin POST scope/ "{\"name\":\"$scope\",\"display_name\":\"$scope\",\"password_required\":false,\"scheme\":{}}"
done
for name in yahoo other; do
    jose jwk gen -i "{\"alg\":\"RS256\",\"kid\":\"$name-1\",\"use\":\"sig\"}" -o "$state/$name-1.jwk"
    jose jwk gen -i "{\"alg\":\"ES256\",\"kid\":\"$name-2\",\"use\":\"sig\"}" -o "$state/$name-2.jwk"
    # It takes key_ops and use for a contradiction. The first key signs.
    keys=$(jq -sc '{keys: map(del(.key_ops))}' "$state/$name-1.jwk" "$state/$name-2.jwk")
    admin POST mod/plugin/ "$(jq -nc --arg name "$name" --arg issuer "$base/api/$name" --arg keys "$keys" '
        {module: "oidc", name: $name, display_name: $name, enabled: true, parameters: {
            iss: $issuer, "jwks-private": $keys, "jwt-type": "rsa", "jwt-key-size": "256", "jwks-show": true,
            "code-duration": 600, "refresh-token-duration": 1209600, "access-token-duration": 3600,
            "refresh-token-rolling": true, "refresh-token-one-use": "always", "allow-non-oidc": true,
            "auth-type-code-enabled": true, "auth-type-code-revoke-replayed": true, "auth-type-token-enabled": false,
            "auth-type-id-token-enabled": false, "auth-type-password-enabled": false,
            "auth-type-client-enabled": false, "auth-type-refresh-enabled": true, "auth-type-none-enabled": false,
            "auth-type-device-enabled": true, "device-authorization-expiration": 600,
            "device-authorization-interval": 1, "pkce-allowed": true, "pkce-method-plain-allowed": false,
            "pkce-required-public-client": true, "introspection-revocation-allowed": true,
            "introspection-revocation-allow-target-client": true, "oauth-as-iss-id": true,
            "claims": [{name: "email_verified", "user-property": "email_verified", type: "boolean",
                "boolean-value-true": "1", "boolean-value-false": "0", mandatory: false, "on-demand": true,
                scope: ["email"]}],
            "name-claim": "on-demand", "name-claim-scope": ["profile"], "email-claim": "on-demand",
            "email-claim-scope": ["email"], "scope-claim": "no", "allowed-scope": ["openid", "email", "profile"],
            "subject-type": "public", "request-parameter-allow": false, "oauth-par-allowed": false,
            "oauth-dpop-allowed": false, "session-management-allowed": false, "register-client-allowed": false}}')"
done

# client IDENTIFIER SECRET AUTHORIZATION-TYPES: one without secret is public.
client() {
    admin POST client/ "$(jq -nc --arg id "$1" --arg secret "$2" --argjson types "$3" \
        --arg more "${BRIDGE_PEER_REDIRECTS:-}" '
        {client_id: $id, name: $id, confidential: ($secret != ""), enabled: true, authorization_type: $types,
            redirect_uri: (["http://127.0.0.1:8765/callback"] + ($more | split(" "))), scope: [],
            token_endpoint_auth_method:
                (if $secret == "" then ["none"] else ["client_secret_basic", "client_secret_post"] end)}
        + (if $secret == "" then {} else {client_secret: $secret} end)')"
}
client web web-secret '["code","refresh_token"]'
client attacker attacker-secret '["code","refresh_token"]'
client native '' '["code","refresh_token"]'
client tv '' '["device_authorization","refresh_token"]'

# person NAME PASSWORD VERIFIED
person() {
    admin POST user/ "$(jq -nc --arg name "$1" --arg password "$2" --arg verified "$3" '
        {username: $name, name: $name, email: ($name + "@example.com"), email_verified: $verified,
            password: $password, enabled: true, scope: ["openid", "email", "profile", "g_profile"]}')"
    call "$1" POST auth/ "{\"username\":\"$1\",\"password\":\"$2\"}"
    for client in web attacker native tv; do
        call "$1" PUT "auth/grant/$client" '{"scope":"openid email profile"}'
    done
}
person alice alice-pass-1 1
person bob bob-pass-22 0
ready "$base"
