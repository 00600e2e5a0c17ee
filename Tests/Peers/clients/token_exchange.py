"""google-auth as an RFC 8693 client of a token endpoint.

token_exchange.py sts|external_account TOKEN_ENDPOINT [IDENTIFIER:SECRET]

Reads one subject token, an ID token, from standard input, and prints the answer (sts), or the access token in it
(external_account: what an application with GOOGLE_APPLICATION_CREDENTIALS does). A refusal is printed on standard error.
"""

import json
import os
import sys
import tempfile

import google.auth
import google.auth.transport.requests
from google.auth import exceptions
from google.oauth2 import sts, utils

ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token"
JWT = "urn:ietf:params:oauth:token-type:jwt"

way, endpoint, client = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None
token = sys.stdin.read().strip()
request = google.auth.transport.requests.Request()
try:
    if way == "sts":
        authentication = None
        if client:
            authentication = utils.ClientAuthentication(utils.ClientAuthType.basic, *client.split(":"))
        answer = sts.Client(endpoint, authentication).exchange_token(
            request, "urn:ietf:params:oauth:grant-type:token-exchange", token, ID_TOKEN, requested_token_type=JWT
        )
        print(json.dumps(answer))
    else:
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/token", "w") as file:
                file.write(token)
            account = {
                "type": "external_account",
                "audience": "demo-bridge",
                "subject_token_type": ID_TOKEN,
                "token_url": endpoint,
                "credential_source": {"file": f"{folder}/token"},
            }
            if client:
                account["client_id"], account["client_secret"] = client.split(":")
            with open(f"{folder}/account.json", "w") as file:
                json.dump(account, file)
            os.environ["GOOGLE_APPLICATION_CREDENTIALS"] = f"{folder}/account.json"
            os.environ.setdefault("GOOGLE_CLOUD_PROJECT", "demo-bridge")
            credentials, _ = google.auth.default(scopes=["firebase"])
            credentials.refresh(request)
            print(credentials.token)
except exceptions.GoogleAuthError as error:
    print(type(error).__name__, error.args, file=sys.stderr)
    sys.exit(1)
