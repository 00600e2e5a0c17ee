"""Servers on loopback, started by lines of JSON on standard input; ends with the input.

{"kind": "http", "log": FILE, "cert": PEM or null, "files": FOLDER or null} starts a server whose behaviour is the first
part of the path, and which writes one line per event, with the time, to its log. Other kinds: "proxy" refuses every
tunnel, "old" speaks TLS 1.1 at most, "silent" accepts and says nothing, "hasty" hears something
and closes, "resetting" does so without a good-bye, "rude" answers anything by an error page, "deaf" never lets a connection come about.
Each start is answered by a line with the port. {"stop": PORT} ends a server.
"""
import gzip, json, os, socket, ssl, sys, threading, time


class Server:
    def __init__(self, order):
        self.kind, self.files = order["kind"], order.get("files")
        self.log_file = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self.counts, self.lock, self.context = {}, threading.Lock(), None
        if order.get("cert"):
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(order["cert"])
            if self.kind == "old":
                self.context.set_ciphers("ALL:@SECLEVEL=0")
                self.context.minimum_version = ssl.TLSVersion.TLSv1
                self.context.maximum_version = ssl.TLSVersion.TLSv1_1
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(0 if self.kind == "deaf" else 256)
        self.port = self.listener.getsockname()[1]
        self.kept = []
        if self.kind == "deaf":
            self.fill()
        else:
            threading.Thread(target=self.accept, daemon=True).start()

    def fill(self):
        """Fills the queue of the listener, after which the kernel answers nobody."""
        for _ in range(4):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(self.listener.getsockname())
            self.kept.append(filler)
        time.sleep(0.02)

    def accept(self):
        while True:
            try:
                accepted, _ = self.listener.accept()
            except OSError:
                return
            self.log("connection")
            if self.kind == "silent":
                self.kept.append(accepted)
                continue
            if self.kind in ("hasty", "resetting", "rude"):
                accepted.recv(16 if self.kind == "resetting" else 65536)
                if self.kind == "rude":
                    accepted.sendall(answer(b"", "400 Bad Request"))
                accepted.close()
                continue
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.serve, args=(accepted,), daemon=True).start()

    def stop(self):
        # Wakes accept up, which close alone does not.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for kept in self.kept:
            kept.close()

    def log(self, line):
        os.write(self.log_file, f"{line} @{time.monotonic():.4f}\n".encode())

    def count(self, part):
        with self.lock:
            self.counts[part] = self.counts.get(part, 0) + 1
            return self.counts[part]

    def serve(self, connection):
        try:
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            rest = b""
            while (request := read_request(connection, rest)) is not None:
                lines, body, rest = request
                self.log("request " + lines[0] + " | " + " | ".join(lines[1:]))
                if self.kind == "proxy":
                    connection.sendall(answer(b"", "407 No" if "denied" in lines[0] else "503 No"))
                    break
                if not respond(self, connection, lines, body):
                    break
        except (OSError, ssl.SSLError) as error:
            self.log(f"error {type(error).__name__}")
        finally:
            connection.close()
            self.log("closed")


def answer(body, status="200 OK", fields=()):
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *fields, "", ""]
    return "\r\n".join(lines).encode() + body


def chunked(body, end=b"0\r\n\r\n"):
    pieces = b"".join(b"%x\r\n%s\r\n" % (len(body[i:i + 7]), body[i:i + 7]) for i in range(0, len(body), 7))
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces + end


def trickle(connection, head, piece):
    connection.sendall(head)
    while True:
        connection.sendall(piece)
        time.sleep(0.02)


def read_request(connection, rest):
    while b"\r\n\r\n" not in rest:
        more = connection.recv(65536)
        if not more:
            return None
        rest += more
    head, rest = rest.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    length = next((int(l.split(":")[1]) for l in lines if l.lower().startswith("content-length:")), 0)
    while len(rest) < length:
        rest += connection.recv(65536)
    return lines, rest[:length], rest[length:]


def respond(server, connection, lines, body):
    """Sends the answer; False closes the connection."""
    path = lines[0].split(" ")[1]
    part, argument = (path.split("?")[0].strip("/").split("/") + [""])[:2]
    count = server.count(part)
    send = connection.sendall
    match part:
        case "ok": send(answer(b"hello", fields=["X-First: 1", "x-second:  2 ", "X-First: 3"]))
        case "echo": send(answer("\n".join(lines).encode() + b"\n\n" + body))
        case "status":
            send(answer(b"status", f"{argument} Status", ["Location: /ok", "Retry-After: 7"]))
        case "first": send(answer(b"late" if count > 1 else b"no", "200 OK" if count > 1 else f"{argument} First"))
        case "length": send(answer(f"{len(body)} {any(l.lower().startswith('expect') for l in lines)}".encode()))
        case "slow":
            time.sleep(float(argument))
            send(answer(b"slow"))
        case "interim": send(b"HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" + answer(b"hello", fields=["X-Final: 1"]))
        case "gzip": send(answer(gzip.compress(b"a" * int(argument)), fields=["Content-Encoding: gzip"]))
        case "gzip-broken": send(answer(gzip.compress(b"a" * 999)[:-9] + b"zzzzzzzzz", fields=["Content-Encoding: gzip"]))
        case "encoding": send(answer(b"hello", fields=[f"Content-Encoding: {argument}"]))
        case "bytes": send(answer(b"a" * int(argument)))
        case "chunked": send(chunked(b"hello, chunks"))
        case "trailer": send(chunked(b"hello", b"0\r\nX-Trailer: 1\r\n\r\n"))
        case "chunked-cut":
            send(chunked(b"hello", b""))
            return False
        case "short":
            send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
            return False
        case "excess": send(answer(b"hello") + answer(b"smuggled", fields=["X-Evil: 1"]))
        case "endless": trickle(connection, b"HTTP/1.1 200 OK\r\n\r\n", b"a" * 65536)
        case "trickle-body": trickle(connection, b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"a")
        case "trickle-head": trickle(connection, b"HTTP/1.1 200 OK\r\n", b"X-A: 1\r\n")
        case "fields": send(answer(b"", fields=[f"X-{i}: " + "a" * 90 for i in range(int(argument) // 100)]))
        case "folded": send(answer(b"", fields=["X-Folded: one", "  two", "\tthree"]))
        case "old": send(b"hello there, this is not HTTP/1.1")
        case "close": return False
        case "close-second":
            if count > 1:
                return False
            send(answer(b"first"))
        case "hang": connection.recv(1)
        case "file":
            with open(os.path.join(server.files, argument), "rb") as file:
                send(file.read())
            return False
        case _: send(answer(b"", "404 Not Found"))
    return part not in ("old",)


servers = {}
for line in sys.stdin:
    order = json.loads(line)
    if "stop" in order:
        servers.pop(order["stop"]).stop()
    else:
        server = Server(order)
        servers[server.port] = server
        print(server.port, flush=True)
