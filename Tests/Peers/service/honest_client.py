"""Mints a token each 0.1 s while others torment the service; each answer must come within 1 s.

    honest_client.py PORT SECRET SECONDS

A pause of the whole machine is no fault of the service: an answer that is late is asked for once more, and counted.
Prints one JSON object: how many were served, how many were late, what failed, and the most connections that there were.
"""
import http.client
import json
import sys
import time
import urllib.parse

port, secret, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
form = urllib.parse.urlencode(
    {"grant_type": "client_credentials", "client_id": "backend", "client_secret": secret, "uid": "svc:1"})
served, late, failures, peers = 0, 0, [], 0


def mint():
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("POST", "/token", form, {"Content-Type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def connections():
    here = f":{port:04X}"
    return sum(1 for line in open("/proc/net/tcp") if line.split()[1].endswith(here) and line.split()[3] == "01")


end = time.monotonic() + seconds
while time.monotonic() < end:
    for attempt in (1, 2, 3):
        try:
            status = mint()
            if status == 200:
                served += 1
            else:
                failures.append(status)
            break
        except TimeoutError as error:
            late += 1
            if attempt == 3:
                failures.append(repr(error))
        except OSError as error:
            failures.append(repr(error))
            break
    peers = max(peers, connections())
    time.sleep(0.1)
print(json.dumps({"served": served, "late": late, "failures": failures[:5], "peers": peers}))
