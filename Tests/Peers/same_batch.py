#!/usr/bin/env python3
"""Many tokens at once, held against implementations that are not ours.

  same_batch.py sign SA.json < lines      firebase-admin's own signer signs each token's signing input again (RS256 has
                                          one right answer), and PyJWT verifies it and reads what it says
  same_batch.py verify SA.json < lines    only whether PyJWT finds each signature right

A line is a JSON object: {"token", "uid", "claims", "tenant", "iat", "exp"} for sign, where claims is the JSON text
that was asked for; {"token"} for verify.
sign prints what is wrong, a line each, then counts as a JSON object; verify prints one true or false a line.
"""
import base64
import decimal
import json
import sys

import jwt
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from firebase_admin import _token_gen, credentials
from google.auth import crypt

AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"


def exact(text):
    """JSON with its numbers as they are written."""
    return json.loads(text, parse_float=decimal.Decimal)


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def signature_is_right(token, public_key):
    try:
        jwt.decode(token, public_key, algorithms=["RS256"], audience=AUDIENCE,
                   options={"verify_exp": False, "verify_iat": False})
        return True
    except jwt.InvalidTokenError:
        return False


def sign(path):
    account = json.load(open(path))
    admin = _token_gen._SigningProvider.from_credential(credentials.Certificate(path).get_credential())
    google = crypt.RSASigner.from_string(account["private_key"], account["private_key_id"])
    public_key = load_pem_private_key(account["private_key"].encode(), None).public_key()
    counts = {"tokens": 0, "firebase_admin": 0, "google_auth": 0, "pyjwt": 0, "said": 0}
    for number, line in enumerate(sys.stdin, 1):
        expected = json.loads(line)
        claims = exact(expected["claims"]) if expected["claims"] is not None else None
        token = expected["token"]
        signing_input, _, signature = token.rpartition(".")
        header, payload = (exact(decoded(part)) for part in signing_input.split("."))
        mine = [base64.urlsafe_b64encode(signer.sign(signing_input.encode())).rstrip(b"=").decode()
                for signer in (admin.signer, google)]
        says = {"iss": admin.signer_email, "sub": admin.signer_email, "aud": AUDIENCE, "uid": expected["uid"],
                "iat": expected["iat"], "exp": expected["exp"]}
        if expected["tenant"] is not None:
            says["tenant_id"] = expected["tenant"]
        if claims:
            says["claims"] = claims
        result = {
            "tokens": True, "firebase_admin": mine[0] == signature, "google_auth": mine[1] == signature,
            "pyjwt": signature_is_right(token, public_key),
            # repr, for 1 equals True and 1.10 equals 1.1 in Python; the order of members counts too.
            "said": repr(payload) == repr(says)
            and header == {"alg": "RS256", "typ": "JWT", "kid": account["private_key_id"]},
        }
        for name, is_right in result.items():
            counts[name] += is_right
            if not is_right:
                print(f"line {number}: {name} is wrong: {payload!r}")
    print(json.dumps(counts))


def verify(path):
    public_key = load_pem_private_key(json.load(open(path))["private_key"].encode(), None).public_key()
    for line in sys.stdin:
        print(json.dumps(signature_is_right(json.loads(line)["token"], public_key)))


if __name__ == "__main__":
    {"sign": sign, "verify": verify}[sys.argv[1]](sys.argv[2])
