"""Lets generated requests name clients that there are: with made-up ones, all of them would end at the first question."""

import schemathesis

CLIENTS = {
    "client_credentials": {"client_id": "backend", "client_secret": "backend-secret"},
    "authorization_code": {"client_id": "desktop"},
}
DEVICE = {"client_id": "tv"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Adds the client where the request brings no proof of its own."""
    if case.method.upper() != "POST" or case.path not in ("/token", "/device_authorization"):
        return
    body = case.body
    if not isinstance(body, dict) or "client_secret" in body or "client_assertion" in body:
        return
    if any(name.lower() == "authorization" for name in case.headers or {}):
        return
    grant = body.get("grant_type")
    client = CLIENTS.get(grant, DEVICE) if isinstance(grant, str) else DEVICE
    case.body = {**body, **client}
