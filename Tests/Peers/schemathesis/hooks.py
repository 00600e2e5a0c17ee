"""Lets generated requests name clients that there are: with made-up ones, all of them would end at the first question."""

import itertools
import urllib.parse
import urllib.request

import schemathesis

BACKEND = {"client_id": "backend", "client_secret": "backend-secret"}
CLIENTS = {"client_credentials": BACKEND, "authorization_code": {"client_id": "desktop"}}
DEVICE = {"client_id": "tv"}
NUMBERS = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Adds the client where the request brings no proof of its own."""
    if case.method.upper() != "POST" or case.path not in ("/token", "/device_authorization"):
        return
    body = case.body if isinstance(case.body, dict) else {}
    has_header = any(name.lower() == "authorization" for name in case.headers or {})
    if has_header or body.get("client_secret") or body.get("client_assertion"):
        forget_failures(case.operation.base_url)
        # Each failure of a client makes its next one slower.
        if not has_header and isinstance(body.get("client_id"), str) and body["client_id"]:
            case.body = {**body, "client_id": f"made-up-{next(NUMBERS)}"}
        return
    grant = body.get("grant_type")
    client = CLIENTS.get(grant, DEVICE) if isinstance(grant, str) else DEVICE
    if isinstance(case.body, dict):
        case.body = {**body, **client}


@schemathesis.check
def only_the_provider_is_away(context, response, case):
    """Of all that could be away, only the provider is: no other 503 is right."""
    if response.status_code == 503 and "PROVIDER_UNAVAILABLE" not in response.text:
        raise AssertionError(f"503 for another reason: {response.text[:300]}")


def forget_failures(base):
    """Shows a right secret: then failures from this address do not make the next one slower."""
    form = {"grant_type": "client_credentials", "uid": "svc:reports", **BACKEND}
    data = urllib.parse.urlencode(form).encode()
    with urllib.request.urlopen(f"{base.rstrip('/')}/token", data=data, timeout=10) as answer:
        answer.read()
