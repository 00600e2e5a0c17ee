"""Sets canaille up and serves it.

People: alice/alice-pass-1, bob/bob-pass-22.
Clients: web/web-secret; native (public); noaud (public), whose ID tokens have an empty list as audience; shared (public),
whose ID tokens name attacker beside it; signed (public), whose answers of userinfo are JWTs; and attacker/attacker-secret
of another party.
"""

import asyncio
import datetime
import os
import secrets
import threading

import hypercorn.asyncio
import hypercorn.config
from asgiref.wsgi import WsgiToAsgi
from joserfc.jwk import RSAKey

from canaille import create_app
from canaille.app import models
from canaille.oidc import provider

PORT = int(os.environ["BRIDGE_PEER_PORT"])
STATE = os.environ["BRIDGE_PEER_STATE"]


def key(identifier):
    options = {"kid": identifier, "use": "sig", "alg": "RS256"}
    return RSAKey.generate_key(2048, options, private=True).as_dict(private=True)


make_token = provider.generate_id_token


def make_access_token(user_info, **rest):
    """An access token with an identifier: its database refuses the second of two equal ones of the same second."""
    return make_token(user_info={**user_info, "jti": secrets.token_urlsafe(16)}, **rest)


provider.generate_id_token = make_access_token
app = create_app(
    config={
        "SECRET_KEY": "0123456789abcdef0123456789abcdef",
        "SERVER_NAME": f"127.0.0.1:{PORT}",
        "PREFERRED_URL_SCHEME": "http",
        "SESSION_COOKIE_SECURE": False,
        "CANAILLE": {"DATABASE": "sql"},
        "CANAILLE_SQL": {"DATABASE_URI": f"sqlite:///{STATE}/canaille.db"},
        "CANAILLE_OIDC": {
            "REQUIRE_NONCE": False,
            "ACTIVE_JWKS": [key("rsa-1")],
            "INACTIVE_JWKS": [key("rsa-0")],
        },
    },
    init_backend=True,
)
backend = app.backend
with app.app_context(), backend.session():
    for name, password in (("alice", "alice-pass-1"), ("bob", "bob-pass-22")):
        backend.save(
            models.User(
                user_name=name,
                family_name="Example",
                given_name=name.title(),
                formatted_name=f"{name.title()} Example",
                emails=[f"{name}@example.com"],
                password=password,
            )
        )
    clients = {}
    for identifier, secret, audience in (
        ("web", "web-secret", ["web"]),
        ("attacker", "attacker-secret", ["attacker"]),
        ("native", None, ["native"]),
        ("noaud", None, []),
        ("shared", None, ["shared", "attacker"]),
        ("signed", None, ["signed"]),
    ):
        client = models.Client(
            client_id=identifier,
            client_name=identifier,
            client_secret=secret,
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
            redirect_uris=["http://127.0.0.1:8765/callback"],
            client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
            grant_types=["authorization_code", "refresh_token"],
            response_types=["code"],
            scope=["openid", "profile", "email"],
            client_uri="http://127.0.0.1:8765",
        )
        if identifier == "signed":
            client.userinfo_signed_response_alg = "RS256"
        backend.save(client)
        clients[identifier] = client
        client.audience = [clients[name] for name in audience]
        backend.save(client)

turn = threading.Lock()


def one_at_a_time(environ, start_response):
    """One request at a time: SQLite refuses two that write."""
    with turn:
        return list(app(environ, start_response))


config = hypercorn.config.Config()
config.bind = [f"127.0.0.1:{PORT}"]
asyncio.run(hypercorn.asyncio.serve(WsgiToAsgi(one_at_a_time), config))
