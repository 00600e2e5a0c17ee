import TestSupport

/// Calls a server over TLS, on four connections that it keeps as long as the server does.
///
/// Blocks: it belongs on a thread of its own.
enum TLSCaller {
    struct Report: Sendable {
        let requests: Int
        let failures: Int
        let names: Set<String>
        let output: String
    }

    /// Calls until every connection has met a certificate of a name, and a little longer.
    static func run(port: Int, untilName name: String) throws -> Report {
        let run = try Subprocess.run("/usr/bin/python3", ["-c", script, "\(port)", name], seconds: 120)
        let lines = run.text.split(separator: "\n").map(String.init)
        guard run.status == 0, lines.count >= 3, let requests = Int(lines[0]), let failures = Int(lines[1]) else {
            return Report(requests: 0, failures: -1, names: [], output: run.text + run.errors)
        }
        let names = Set(lines[2].split(separator: " ").map(String.init))
        return Report(requests: requests, failures: failures, names: names, output: run.text + run.errors)
    }

    private static let script = """
        import hashlib, http.client, re, ssl, sys, threading, time
        port, last = int(sys.argv[1]), sys.argv[2]
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        lock = threading.Lock()
        requests, failures, names = [0], [], set()
        def call():
            connection, seen, deadline = None, 0, time.time() + 100
            while seen < 20 and time.time() < deadline:
                try:
                    if connection is None:
                        connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=30)
                        connection.connect()
                    der = connection.sock.getpeercert(True)
                    name = re.search(rb"\\x55\\x04\\x03.{2}(c[0-9])", der, re.S).group(1).decode()
                    connection.request("GET", "/")
                    response = connection.getresponse()
                    body = response.read()
                    with lock:
                        requests[0] += 1
                        names.add(name)
                        if response.status != 200 or body != b"ok": failures.append(str(response.status))
                    if name == last: seen += 1
                    if response.getheader("Connection") == "close":
                        connection.close()
                        connection = None
                except Exception as error:
                    with lock: failures.append(repr(error))
                    connection = None
                    if len(failures) > 20: return
        threads = [threading.Thread(target=call) for _ in range(4)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(requests[0])
        print(len(failures))
        print(" ".join(sorted(names)))
        print(failures)
        """
}
