#!/usr/bin/env python3
"""pyrebase4 as the app of a person: it signs in with a custom token, refreshes the session, and asks who it is.
  pyrebase_session.py BASE API_KEY      the token comes on standard input; prints one JSON object, or the refusal with exit 1
It knows Google's own addresses alone: they are led to BASE, with the host as the first segment of the path."""
import json
import sys
import warnings

warnings.filterwarnings("ignore")
import requests
from pyrebase import pyrebase

base, api_key = sys.argv[1:3]
real_post = requests.post


def post(url, *args, **kwargs):
    if not url.startswith("https://") or not url.split("/")[2].endswith(".googleapis.com"):
        raise ValueError("no address of Google's: " + url)
    return real_post(base + "/" + url.removeprefix("https://"), *args, **kwargs)


pyrebase.requests.post = post
app = pyrebase.initialize_app(
    {"apiKey": api_key, "authDomain": "a.example", "databaseURL": "https://d.example", "storageBucket": "b"}
)
auth = app.auth()
try:
    session = auth.sign_in_with_custom_token(sys.stdin.read().strip())
    refreshed = auth.refresh(session["refreshToken"])
    account = auth.get_account_info(refreshed["idToken"])["users"][0]
except requests.HTTPError as error:
    print(error.args[-1])
    sys.exit(1)
print(json.dumps({"new": session["isNewUser"], "refreshed": refreshed["userId"], "account": account["localId"]}))
