"""The smallest Django site around django-oauth-toolkit: settings, routes, people, clients and server.

People: alice/alice-pass-1 (e-mail verified), bob/bob-pass-22 (not).
Clients: web/web-secret, native (public), hs (HS256), tv (public, device grant), and attacker/attacker-secret of another
party. Nobody is asked for consent but by the device grant. Access tokens are opaque.
"""

import os
import sys

STATE = os.environ["BRIDGE_PEER_STATE"]
PORT = int(os.environ["BRIDGE_PEER_PORT"])
BASE = f"http://127.0.0.1:{PORT}"
REDIRECTS = f"http://127.0.0.1:8765/callback {os.environ.get('BRIDGE_PEER_REDIRECTS', '')}".strip()
# Django imports this module by its name, too.
sys.modules["site_of_toolkit"] = sys.modules[__name__]


def private_key():
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    return (
        rsa.generate_private_key(65537, 2048)
        .private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        .decode()
    )


from django.conf import settings  # noqa: E402

settings.configure(
    DEBUG=False,
    SECRET_KEY="one for tests",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="site_of_toolkit",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "oauth2_provider",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                ],
                "loaders": [
                    (
                        "django.template.loaders.locmem.Loader",
                        {"registration/login.html": "<form method=post>{% csrf_token %}{{ form.as_p }}</form>"},
                    ),
                    "django.template.loaders.app_directories.Loader",
                ],
            },
        }
    ],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": f"{STATE}/site.db",
            "OPTIONS": {
                "timeout": 60,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
                # Else a transaction that reads first fails where another one has written since.
                "transaction_mode": "IMMEDIATE",
            },
        }
    },
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    USE_TZ=True,
    LOGIN_URL="/login/",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_ISS_ENDPOINT": f"{BASE}/o",
        "OIDC_RSA_PRIVATE_KEY": private_key(),
        "OIDC_RSA_PRIVATE_KEYS_INACTIVE": [private_key()],
        "SCOPES": {"openid": "id", "profile": "profile", "email": "email"},
        "PKCE_REQUIRED": True,
        "ALLOWED_REDIRECT_URI_SCHEMES": ["http", "https"],
        "ALLOWED_SCHEMES": ["http", "https"],
        "ALLOW_LOCALHOST_LOOPBACK": True,
        "DEVICE_FLOW_INTERVAL": 1,
        "OAUTH_DEVICE_VERIFICATION_URI": f"{BASE}/o/device/",
        "OAUTH_DEVICE_VERIFICATION_URI_COMPLETE": lambda code: f"{BASE}/o/device/?user_code={code}",
        "OAUTH2_VALIDATOR_CLASS": "site_of_toolkit.Validator",
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    },
)

import django  # noqa: E402

django.setup()

from django.contrib.auth.views import LoginView  # noqa: E402
from django.urls import include, path  # noqa: E402
from oauth2_provider.oauth2_validators import OAuth2Validator  # noqa: E402


class Validator(OAuth2Validator):
    oidc_claim_scope = {**OAuth2Validator.oidc_claim_scope}

    def get_additional_claims(self):
        return {
            "email": lambda request: request.user.email,
            "email_verified": lambda request: request.user.username == "alice",
            "name": lambda request: request.user.get_full_name(),
        }


urlpatterns = [
    path("login/", LoginView.as_view()),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
]

CODE = "authorization-code"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
CLIENTS = [
    ("web", "web-secret", "confidential", CODE, "RS256"),
    ("attacker", "attacker-secret", "confidential", CODE, "RS256"),
    ("native", "", "public", CODE, "RS256"),
    ("hs", "hs-secret-hs-secret-hs-secret-hs-secret", "confidential", CODE, "HS256"),
    ("tv", "", "public", DEVICE, "RS256"),
]


def provision():
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from oauth2_provider.models import get_application_model

    call_command("migrate", verbosity=0)
    for name, password in (("alice", "alice-pass-1"), ("bob", "bob-pass-22")):
        User.objects.create_user(name, f"{name}@example.com", password, first_name=name.title(), last_name="Example")
    for identifier, secret, kind, grant, algorithm in CLIENTS:
        get_application_model().objects.create(
            client_id=identifier,
            client_secret=secret,
            client_type=kind,
            authorization_grant_type=grant,
            algorithm=algorithm,
            redirect_uris=REDIRECTS,
            name=identifier,
            skip_authorization=True,
            # HS256 needs the secret itself.
            hash_client_secret=algorithm != "HS256",
        )


if __name__ == "__main__":
    provision()
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    server = ThreadedWSGIServer(("127.0.0.1", PORT), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    server.serve_forever()
