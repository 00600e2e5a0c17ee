"""An OAuth library of others as a device (RFC 8628).

device.py authlib|oauthlib DEVICE_AUTHORIZATION_ENDPOINT TOKEN_ENDPOINT CLIENT

Prints the answer of the device authorization endpoint, one line; then, when the person has decided, the token answer, or
the error on standard error.
"""

import json
import os
import sys
import time

import requests

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
GRANT = "urn:ietf:params:oauth:grant-type:device_code"
library, device_endpoint, token_endpoint, client = sys.argv[1:]

if library == "authlib":
    from authlib.common.errors import AuthlibBaseError as Refusal
    from authlib.integrations.requests_client import OAuth2Session

    session = OAuth2Session(client, token_endpoint=token_endpoint, token_endpoint_auth_method="none")
    device = session.post(device_endpoint, data={"client_id": client}, withhold_token=True).json()

    def poll():
        return session.fetch_token(token_endpoint, grant_type=GRANT, device_code=device["device_code"])

else:
    from oauthlib.oauth2 import DeviceClient
    from oauthlib.oauth2 import OAuth2Error as Refusal
    from requests_oauthlib import OAuth2Session

    session = OAuth2Session(client=DeviceClient(client))
    device = requests.post(device_endpoint, data={"client_id": client}).json()

    def poll():
        return session.fetch_token(token_endpoint, device_code=device["device_code"], include_client_id=True)


print(json.dumps(device), flush=True)
interval = device.get("interval", 5)
while True:
    try:
        print(json.dumps(dict(poll())), flush=True)
        break
    except Refusal as refusal:
        if refusal.error == "slow_down":
            interval += 5
        elif refusal.error != "authorization_pending":
            print(refusal.error, file=sys.stderr)
            sys.exit(1)
    time.sleep(interval + 0.2)
