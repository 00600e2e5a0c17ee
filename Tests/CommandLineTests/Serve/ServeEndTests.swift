import Foundation
import TestSupport
import Testing

@Suite("serve: how it ends")
struct ServeEndTests {
    /// A service with a request in flight that waits for its provider.
    private func slowService(_ milliseconds: Int64) throws -> (ScriptedProvider, Served, Wire) {
        let provider = try ScriptedProvider()
        let plant = try ServePlant.folder(provider: provider)
        try provider.answer(
            [
                "/.well-known/openid-configuration": (200, ScriptedProvider.metadata()),
                "/token_endpoint": (200, PlantServer.tokens(try plant.token())),
            ], ScriptedProvider.Pace(slowness: milliseconds, gap: 0))
        let served = try Served(plant.folder, environment: ServePlant.environment)
        let wire = try Wire(try served.door, seconds: 25)
        wire.send(
            Door.request(
                "POST", "/token",
                form: Door.encoded([
                    "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "client_id": "tv",
                    "provider": "plant", "subject_token": "a-refresh-token-0001",
                    "subject_token_type": "urn:ietf:params:oauth:token-type:refresh_token",
                ])))
        let deadline = Date(timeIntervalSinceNow: 10)
        while try served.telemetry.get("/metrics").number("http_requests_in_flight") < 1, Date() < deadline {
            Thread.sleep(forTimeInterval: 0.01)
        }
        return (provider, served, wire)
    }

    @Test("SIGTERM lets a slow request finish, refuses new ones, and ends with 0")
    func drains() throws {
        let (provider, served, wire) = try slowService(1000)
        let idle = try Wire(try served.door)
        idle.send(Door.request("GET", "/.well-known/jwks.json"))
        #expect(idle.reply()?.status == 200)
        served.send(SIGTERM)
        try served.wait(for: "the service ends after the requests that have begun")
        let deadline = Date(timeIntervalSinceNow: 5)
        while (try? Wire(try served.door)) != nil, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
        #expect(throws: ServeFailure.self) { try Wire(try served.door) }
        idle.send(Door.request("POST", "/token", form: Door.encoded(Door.minting())))
        let late = idle.reply()
        #expect(late == nil || late?.status == 503)
        #expect(wire.reply()?.status == 200)
        #expect(try served.end() == 0)
        #expect(!provider.requests.isEmpty && !served.text.contains("requests were cut off"))
    }

    @Test("while it drains, readiness says so or its listener is gone")
    func drainingReadiness() throws {
        let (provider, served, wire) = try slowService(1500)
        let telemetry = try served.telemetry
        served.send(SIGTERM)
        try served.wait(for: "the service ends after the requests that have begun")
        let ready = try telemetry.get("/healthz/ready")
        #expect(ready.status == 503 && ready.text == "draining\n")
        #expect(wire.reply()?.status == 200)
        #expect(try served.end() == 0)
        #expect(!provider.requests.isEmpty)
    }

    @Test("a second SIGTERM ends it at once; the request is answered, not dropped", arguments: [SIGTERM, SIGINT])
    func endsAtOnce(signal: Int32) throws {
        // It would take longer than draining lasts.
        let (provider, served, wire) = try slowService(24000)
        served.send(signal)
        try served.wait(for: "the service ends after the requests that have begun")
        served.send(signal)
        #expect(try served.end(seconds: 12) == 0)
        #expect(wire.reply()?.status == 503)
        #expect(served.text.contains("requests were cut off"))
        #expect(!provider.origin.isEmpty)
    }

    @Test("signals in a row before any request harm nothing", arguments: [[SIGHUP, SIGHUP, SIGHUP, SIGTERM]])
    func signalsInARow(signals: [Int32]) throws {
        let served = try Served(try ServePlant.folder().folder, environment: ServePlant.environment)
        for signal in signals { served.send(signal) }
        #expect(try served.end() == 0)
    }
}

extension Reply {
    /// The sum of the samples of a metric whose name ends so.
    func number(_ suffix: String) -> Double {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let parts = line.split(separator: " ")
            let name = parts.first?.split(separator: "{").first ?? ""
            return name.hasSuffix(suffix) ? parts.last.flatMap { Double($0) } : nil
        }.reduce(0, +)
    }
}
