#!/usr/bin/env python3
"""google-auth as the program of an operator: an access token for a key file, and signatures without a key.
  google_auth_session.py KEY_FILE BASE      prints one JSON object; fails where google-auth or cryptography does
Requests to Google's own hosts are led to BASE, with the host as the first segment of the path."""
import json
import sys

import google.auth.transport.requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from google.auth import iam
from google.oauth2 import service_account

key_file, base = sys.argv[1:3]
account = json.load(open(key_file))["client_email"]
credentials = service_account.Credentials.from_service_account_file(
    key_file, scopes=["https://www.googleapis.com/auth/cloud-platform"]
)


class Request(google.auth.transport.requests.Request):
    def __call__(self, url, *args, **kwargs):
        if url.startswith("https://"):
            url = base + "/" + url.removeprefix("https://")
        return super().__call__(url, *args, **kwargs)


request = Request()
credentials.refresh(request)
signer = iam.Signer(request, credentials, account)
signature = signer.sign(b"message")
certificates = json.loads(request(f"https://www.googleapis.com/robot/v1/metadata/x509/{account}").data)
verified = []
for key_id, pem in certificates.items():
    key = x509.load_pem_x509_certificate(pem.encode()).public_key()
    try:
        key.verify(signature, b"message", padding.PKCS1v15(), hashes.SHA256())
        verified.append(key_id)
    except Exception:
        pass
print(json.dumps({"bearer": credentials.token[:5], "certificates": len(certificates), "verified": len(verified)}))
