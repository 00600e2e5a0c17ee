"""What a team would otherwise write: a service that mints with firebase-admin on Starlette.

    SA=key.json uvicorn starlette_service:app --workers 2      GET /mint?uid=UID
"""
import os

import firebase_admin
from firebase_admin import auth, credentials
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

APP = firebase_admin.initialize_app(credentials.Certificate(os.environ["SA"]))


async def mint(request):
    token = auth.create_custom_token(request.query_params["uid"], {"p": 1}, app=APP)
    return JSONResponse({"access_token": token.decode(), "expires_in": 3600})


app = Starlette(routes=[Route("/mint", mint)])
