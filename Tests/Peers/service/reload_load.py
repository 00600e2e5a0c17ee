"""Asks a service over TLS, on kept and on new connections, while its files change and SIGHUP comes again and again.

    reload_load.py PORT PROCESS SECRET     in the folder of the configuration

Prints one JSON object: how many requests there were, what failed, how many certificates and signing keys were seen.
"""
import http.client
import json
import os
import shutil
import signal
import ssl
import sys
import threading
import time
import urllib.parse

port, process, secret = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
over = threading.Event()
lock = threading.Lock()
seen = {"requests": 0, "failures": [], "certificates": set(), "keys": set()}


def context():
    made = ssl.create_default_context()
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    return made


def ask(connection, caller):
    form = {"grant_type": "client_credentials", "client_id": "backend", "client_secret": secret, "uid": "svc:1"}
    connection.request("POST", "/token", urllib.parse.urlencode(form), {
        "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": caller})
    certificate = connection.sock.getpeercert(True) if connection.sock else None
    answer = connection.getresponse()
    body = answer.read()
    with lock:
        seen["requests"] += 1
        if certificate:
            seen["certificates"].add(certificate)
        if answer.status != 200:
            seen["failures"].append(f"{answer.status} {body[:200]}")
        else:
            seen["keys"].add(json.loads(body)["access_token"].split(".")[0])


def caller(number, kept):
    tls = context()
    connection = None
    count = 0
    while not over.is_set():
        try:
            connection = connection or http.client.HTTPSConnection("127.0.0.1", port, context=tls, timeout=20)
            ask(connection, f"10.{number}.{count // 250 % 250}.{count % 250}")
        except Exception as error:  # Whatever it is, a request failed.
            with lock:
                seen["failures"].append(repr(error))
            connection = None
        if not kept and connection:
            connection.close()
            connection = None
        count += 1


threads = [threading.Thread(target=caller, args=(number, number < 2)) for number in range(4)]
for thread in threads:
    thread.start()
text = open("bridge.json").read()
shutil.copy("key.json", "first.json")


def put(source, name):
    shutil.copy(source, name + ".new")
    os.chmod(name + ".new", 0o600)
    os.replace(name + ".new", name)


def settled(reloads):
    """Waits until the service has read everything again so often, and has answered some requests since, or is stuck."""
    end = time.monotonic() + 20
    while open("log").read().count("the configuration was read again") < reloads and time.monotonic() < end:
        time.sleep(0.02)
    enough = seen["requests"] + 12
    while seen["requests"] < enough and not seen["failures"] and time.monotonic() < end:
        time.sleep(0.02)


for turn in range(10):
    settled(turn)
    name, key = (("b", "other.json"), ("a", "first.json"))[turn % 2]
    put(f"{name}.pem", "tls.pem")
    put(f"{name}.key", "tls.key")
    put(key, "key.json")
    with open("bridge.json.new", "w") as file:
        file.write(text.replace('"lifetime": 3600', f'"lifetime": {3000 + turn}'))
    os.replace("bridge.json.new", "bridge.json")
    os.kill(process, signal.SIGHUP)
settled(10)
over.set()
for thread in threads:
    thread.join()
seen["certificates"], seen["keys"] = len(seen["certificates"]), len(seen["keys"])
seen["failures"] = seen["failures"][:5]
print(json.dumps(seen))
