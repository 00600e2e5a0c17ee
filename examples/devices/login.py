# login.py BRIDGE CLIENT_ID [PROVIDER]: signs a person in at a token bridge (RFC 8628); prints the custom token.
# For CPython 3 and MicroPython, with nothing but their own modules. MicroPython reads its TLS authority from ca.der.
import json, socket, ssl, sys, time
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"; SAFE = DIGITS + ".~"
GRANT, JWT = ["urn:ietf:params:oauth:" + kind for kind in ("grant-type:device_code", "token-type:jwt")]
ENDS = {"access_denied": 6, "expired_token": 6, "invalid_client": 3, "unauthorized_client": 3, "": 5}
ticks = getattr(time, "ticks_ms", None) or (lambda: int(time.monotonic() * 1000))  # nobody sets these clocks
since = getattr(time, "ticks_diff", None) or (lambda end, start: end - start)
def say(text): sys.stderr.write("login.py: " + "".join(c for c in text if " " <= c < "\x7f") + "\n")
def fail(code, text): say(text); sys.exit(code)
def parts(url):  # host, port, path, and whether it is https; None for what must not be called
    scheme, _, rest = url.partition("://"); place, _, path = rest.partition("/")
    host, _, port = place.partition("]:" if place[:1] == "[" else ":"); host = host.strip("[]")
    if scheme != "https" and (scheme != "http" or host not in ("127.0.0.1", "localhost", "::1")): return None
    if not host or any(c not in SAFE + ":/[]?=%,+" for c in url) or not (port or "1").isdigit(): return None
    return host, int(port or (443 if scheme == "https" else 80)), "/" + path, scheme == "https"
def allowed(url): return parts(url) and url or fail(5, "the bridge names an address that is not allowed: " + url)
def tls(sock, host):
    context = ssl.create_default_context() if hasattr(time, "monotonic") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if not hasattr(time, "monotonic"): context.load_verify_locations(cadata=open("ca.der", "rb").read())
    return context.wrap_socket(sock, server_hostname=host)
def quoted(text): return "".join(chr(b) if chr(b) in SAFE else "%%%02X" % b for b in text.encode())
def request(url, form=None):  # status, object, Retry-After; the status is 0 where the bridge is gone or out of order
    host, port, path, secure = parts(allowed(url))
    body = "&".join(quoted(name) + "=" + quoted(value) for name, value in (form or {}).items())
    head = "%s %s HTTP/1.0\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d" % (
        "POST" if form else "GET", path, url.split("/")[2], len(body))
    try:
        where = socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)[0]; sock = socket.socket(*where[:3])
        try:
            sock.settimeout(30); sock.connect(where[-1]); sock = tls(sock, host) if secure else sock
            (getattr(sock, "sendall", None) or sock.write)((head + "\r\n\r\n" + body).encode())
            head, _, body = getattr(sock, "makefile", lambda _: sock)("rb").read(65536).partition(b"\r\n\r\n")
        finally: sock.close()
        fields = {line.split(":")[0].lower(): line.split(":")[-1].strip() for line in head.decode().split("\r\n")[1:]}
        status, after = int(head.split()[1]), fields.get("retry-after", "")
        if status == 429 or status >= 500 or int(fields.get("content-length", len(body))) != len(body):
            return 0, {}, min(int(after), 3600) if after.isdigit() else 0
        answer = json.loads(body)
    except (OSError, IndexError): return 0, {}, 0
    except (ValueError, RuntimeError): answer = None
    return (status, answer, 0) if isinstance(answer, dict) else fail(5, "no answer of a token bridge from " + url)
def member(answer, name, code=5):
    return isinstance(answer.get(name), str) and answer[name] or fail(code, "the bridge's answer has no " + name)
def token(answer):  # what is called a custom token and looks like one, and nothing else
    text = member(answer, "access_token") if answer.get("issued_token_type") == JWT else ""
    fits = text.count(".") == 2 and "" not in text.split(".")[:2] and all(c in DIGITS + "." for c in text)
    return text if fits else fail(5, "the bridge's answer has no custom token")
def number(value, least, most): return min(max(value, least), most) if type(value) is int and value >= 0 else None
def refuse(error): fail(ENDS.get(error, 4), "the bridge refused: " + error if error else "no answer of a token bridge")
def main(bridge, client, provider=None):
    bridge = bridge.rstrip("/") if parts(bridge) else fail(3, "the bridge must be https, or http on this machine")
    address = "%s/%s/%s/.well-known/oauth-authorization-server/%s" % tuple((bridge + "/").split("/", 3))
    status, metadata, _ = request(address.rstrip("/")); status or fail(75, "no answer from " + bridge)
    if member(metadata, "issuer").rstrip("/") != bridge: fail(3, "the bridge calls itself " + metadata["issuer"])
    start, poll = [member(metadata, name, 3) for name in ("device_authorization_endpoint", "token_endpoint")]
    status, answer, _ = request(start, {"client_id": client, **({"provider": provider} if provider else {})})
    if status != 200: refuse(str(answer.get("error") or "")) if status else fail(75, "no answer from " + bridge)
    form = {"client_id": client, "device_code": member(answer, "device_code"), "grant_type": GRANT}
    say("to sign in, open " + allowed(member(answer, "verification_uri")))
    say("and enter the code " + member(answer, "user_code"))
    life, pause = number(answer.get("expires_in"), 30, 3600) or refuse(""), number(answer.get("interval"), 1, 60) or 5
    began, interval, down = ticks(), pause, False
    while True:
        time.sleep(max(0, min(pause, life - since(ticks(), began) / 1000)))
        if since(ticks(), began) >= life * 1000: fail(75, "the bridge is gone") if down else refuse("expired_token")
        status, answer, after = request(poll, form)
        if not status and not down: say("the bridge cannot be reached, trying again until the code is too old")
        down, error = not status, str(answer.get("error") or "")
        if status == 200: return print(token(answer))
        if error == "slow_down": interval += 5
        elif status and error != "authorization_pending": refuse(error)
        pause = max(min(pause * 2, 60), interval, after) if down else interval
try:
    import signal  # which MicroPython lacks
    for end in (signal.SIGTERM, signal.SIGHUP): signal.getsignal(end) or signal.signal(end, signal.default_int_handler)
except (ImportError, AttributeError): pass
try: main(*sys.argv[1:]) if len(sys.argv) in (3, 4) else fail(2, "usage: login.py BRIDGE CLIENT_ID [PROVIDER]")
except KeyboardInterrupt: fail(6, "the login was given up")
