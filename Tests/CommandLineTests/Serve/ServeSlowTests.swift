import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite(
    "serve: 500 slow callers", .enabled(if: Shell.slowhttptest.isThere, "slowhttptest is not installed"))
struct ServeSlowTests {
    @Test(
        "an honest client is served all the while",
        arguments: [
            "-H -u URL/token -t POST", "-B -u URL/token -s 4096", "-R -u URL/.well-known/jwks.json",
            "-X -u URL/.well-known/jwks.json -k 3 -w 10 -y 20 -n 5 -z 32",
        ])
    func slow(mode: String) throws {
        let plant = try ServePlant.folder()
        let served = try Served(plant.folder, environment: ServePlant.environment)
        guard case .tcp(let port) = try served.door else { return }
        let options = mode.replacing("URL", with: "http://127.0.0.1:\(port)")
        let result = try TokenBridge.bash(
            #"""
            slowhttptest $1 -c 500 -r 250 -i 2 -x 24 -l 7 -p 5 -v 1 > slow.log 2>&1 &
            python3 "$2/service/honest_client.py" "$3" "$4" 6
            kill "$!" 2> /dev/null
            wait
            """#,
            [options, Locations.peers, String(port), ServePlant.secret], in: plant.folder, seconds: 60)
        let figures = try JSONObject(parsing: result.output, limits: .document)
        #expect(
            figures["failures"] == .array([]) && (figures["served"]?.integer ?? 0) > 10,
            "\(result.text)\(result.errors)")
        #expect((figures["late"]?.integer ?? .max) <= 1, "\(result.text)")
        if mode.hasPrefix("-R") {
            // Ranges mean nothing to this service: it answers those callers at once, and they are gone.
            let answered = try served.telemetry.get("/metrics").number("http_requests_total")
            #expect(answered >= 400, "\(result.text)")
        } else {
            #expect((figures["peers"]?.integer ?? 0) >= 400, "\(result.text)")
        }
        #expect(served.isRunning && !served.text.contains(#""level":"error""#))
    }
}
