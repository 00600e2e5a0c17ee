import BridgeTesting
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys rotate beside a service under load", .serialized)
struct RotationLoadTests {
    /// Mints and signs in on several connections, again and again, until a file is there; `count` tells how often.
    private static let load = #"""
        import base64, http.client, json, os, sys, threading, urllib.parse
        bridge, google, host, key, secret = sys.argv[1:6]
        failures, kids, lock, count = [], [], threading.Lock(), 0
        form = urllib.parse.urlencode({"grant_type": "client_credentials", "client_id": "backend",
                                       "client_secret": secret, "uid": "svc:1"})
        def failed(*what):
            with lock: failures.append(what)
        def run():
            global count
            service = http.client.HTTPConnection("127.0.0.1", int(bridge))
            toolkit = http.client.HTTPConnection("127.0.0.1", int(google))
            while not os.path.exists("stop") and not failures:
                service.request("POST", "/token", form, {"Content-Type": "application/x-www-form-urlencoded"})
                answer = service.getresponse()
                text = answer.read()
                if answer.status != 200: return failed("mint", answer.status, text.decode()[:200])
                token = json.loads(text)["access_token"]
                head = token.split(".")[0]
                kid = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4))).get("kid")
                toolkit.request("POST", f"/{host}/v1/accounts:signInWithCustomToken?key={key}",
                                json.dumps({"token": token, "returnSecureToken": True}),
                                {"Content-Type": "application/json"})
                answer = toolkit.getresponse()
                text = answer.read()
                if answer.status != 200: return failed("sign in", answer.status, text.decode()[:200])
                with lock:
                    if kid not in kids: kids.append(kid)
                    count += 1
                    open("count.new", "w").write(f"{count} {len(kids)}")
                    os.replace("count.new", "count")
        def guarded():
            try: run()
            except Exception as fault: failed(repr(fault))
        threads = [threading.Thread(target=guarded) for _ in range(4)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(json.dumps({"requests": count, "failures": failures[:5], "kids": kids}))
        """#

    /// Waits until so many more tokens were accepted, the last ones of so many keys; a failure ends the load, and the wait.
    private func wait(_ count: Int, keys: Int, _ scratch: ScratchFolder) async throws {
        func numbers() -> [Int] {
            let text = (try? Locations.bytes("\(scratch.path)/count")).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return text.split(separator: " ").compactMap { Int($0) }
        }
        let start = numbers().first ?? 0
        for _ in 0..<6000 {
            let found = numbers()
            if found.count == 2, found[0] >= start + count, found[1] >= keys { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("no load: \(numbers())")
    }

    @Test("no request fails on four connections, and every token is accepted: before, between the steps and after")
    func underLoad() async throws {
        let plant = try await RotationPlant(delay: 2)
        let scratch = plant.scratch
        let project = plant.services.identityToolkit.project
        let text = """
            {"issuer": "https://bridge.example", "project": "\(project.identifier)", "keys": "keys", "store": "memory",
             "providers": {"plant": {"preset": "oidc", "issuer": "\(plant.base)", "client_id": "sandbox-bridge",
                                     "client_secret": {"env": "PLANT_SECRET"}}},
             \(ServePlant.members())}
            """
        try scratch.write([UInt8](text.utf8), to: "bridge.json")
        try scratch.write([UInt8](Self.load.utf8), to: "load.py")
        let served = try await RotationPlant.aside { try Served(scratch, environment: ServePlant.environment) }
        guard case .tcp(let port) = try served.door else { return }
        let google = plant.base.split(separator: ":").last.map(String.init) ?? ""
        async let figures = RotationPlant.aside {
            try TokenBridge.bash(
                #"exec python3 load.py "$@""#,
                [String(port), google, "identitytoolkit.googleapis.com", project.apiKeys[0], ServePlant.secret],
                in: scratch, seconds: 120)
        }
        try await wait(40, keys: 1, scratch)
        let result = try await plant.rotate()
        #expect(result.status == 0, "\(result.errors)")
        try await wait(40, keys: 2, scratch)
        try plant.age()
        let end = try await plant.rotate(["--wait"])
        #expect(end.status == 0 && end.text.contains("deleted at Google"), "\(end.errors)")
        // Google's servers have forgotten the key before by then.
        try await Task.sleep(for: .seconds(3))
        try await wait(40, keys: 2, scratch)
        try scratch.write([], to: "stop")
        let load = try await figures
        let numbers = try JSONObject(parsing: load.output, limits: .document)
        #expect(numbers["failures"] == .array([]), "\(load.text) \(load.errors)")
        #expect((numbers["requests"]?.integer ?? 0) >= 120 && numbers["kids"]?.array?.count == 2, "\(load.text)")
        #expect(served.isRunning)
        await plant.end()
    }
}
