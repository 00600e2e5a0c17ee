import Foundation
import TestSupport
import Testing

@Suite("The logins of examples/devices: waiting for the person")
struct DeviceExampleTests {
    @Test(
        "8628-03, 8628-05: the token alone goes to standard output, the code and its address to standard error",
        arguments: DeviceExample.available)
    func granted(example: DeviceExample) throws {
        let bridge = try DeviceBridge([DeviceBridge.pending, DeviceBridge.pending, DeviceBridge.granted])
        let run = try DeviceRun(example, [bridge.origin + "/", "t v&", "plant=1"], at: bridge)
        #expect(run.hasToken, "\(run.result.errors)")
        #expect(run.result.errors.contains("to sign in, open \(bridge.origin)/device\n"))
        #expect(run.result.errors.contains("and enter the code WDJB-MJHT\n"))
        let requests = bridge.requests.map { $0.replacing("%20", with: "+").replacing("%3A", with: ":") }
        #expect(requests.count == 5 && requests[0] == "GET /.well-known/oauth-authorization-server ")
        #expect(requests[1] == "POST /start client_id=t+v%26&provider=plant%3D1")
        for field in ["device_code=dc%2B%26canary", "client_id=t+v%26", "urn:ietf:params:oauth:grant-type:device_code"]
        {
            #expect(requests[2].contains(field), "\(requests)")
        }
    }

    @Test("8628-01: the interval passes before each poll, the first one too", arguments: DeviceExample.available)
    func interval(example: DeviceExample) throws {
        let bridge = try DeviceBridge([DeviceBridge.pending, DeviceBridge.granted], code: ["interval": "7"])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.hasToken && run.pauses == [7, 7], "\(run.pauses) \(run.result.errors)")
    }

    @Test(
        "8628-01, 8628-08: an interval that is none is 5 s, one that is too long or too short is bounded",
        arguments: DeviceExample.available,
        [("", 5), ("null", 5), ("[]", 5), ("-3", 5), ("0", 1), ("1000000000", 60), ("99999", 60)])
    func strangeInterval(example: DeviceExample, interval: (text: String, pause: Int)) throws {
        let bridge = try DeviceBridge(code: ["interval": interval.text])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.hasToken && run.pauses == [interval.pause], "\(run.pauses) \(run.result.errors)")
    }

    @Test("8628-02: slow_down adds 5 s to this pause and to all later ones", arguments: DeviceExample.available)
    func slowDown(example: DeviceExample) throws {
        let slow = DeviceBridge.refusal("slow_down")
        let bridge = try DeviceBridge([DeviceBridge.pending, slow, slow, DeviceBridge.pending, DeviceBridge.granted])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.hasToken && run.pauses == [1, 1, 6, 11, 11], "\(run.pauses) \(run.result.errors)")
    }

    @Test(
        "8628-03: any other error ends it, by its exit code", arguments: DeviceExample.available,
        [
            ("access_denied", 6), ("expired_token", 6), ("invalid_client", 3), ("unauthorized_client", 3),
            ("invalid_grant", 4), ("authorization_pendin", 4), ("authorization_pending2", 4), ("slow_down_", 4),
            ("invalid_client_metadata", 4), ("a_client", 4), ("client", 4), ("access_denied_", 4),
        ])
    func refused(example: DeviceExample, end: (error: String, status: Int32)) throws {
        let bridge = try DeviceBridge([DeviceBridge.refusal(end.error), DeviceBridge.granted])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.isRefusal(end.status) && bridge.polls == 1, "\(run.status) \(run.result.errors)")
    }

    @Test(
        "8628-06: after expires_in nothing is asked any more, whatever the interval",
        arguments: DeviceExample.available)
    func expired(example: DeviceExample) throws {
        let bridge = try DeviceBridge([DeviceBridge.pending], code: ["expires_in": "45", "interval": "20"])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.isRefusal(6) && bridge.polls == 2, "\(run.pauses) \(run.result.errors)")
        #expect(run.pauses.reduce(0, +) <= 46)
    }

    @Test(
        "8628-04: while the bridge is gone or out of order the pauses double, and are the interval again afterwards",
        arguments: DeviceExample.available,
        [DeviceBridge.gone, .init("{}", 503), .init("<html>", 502), .init("{}", 429)])
    func backOff(example: DeviceExample, outage: DeviceBridge.Answer) throws {
        let bridge = try DeviceBridge([outage, outage, outage, DeviceBridge.pending, DeviceBridge.granted])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.hasToken && run.pauses == [1, 2, 4, 8, 1], "\(run.pauses) \(run.result.errors)")
        #expect(run.result.errors.components(separatedBy: "cannot be reached, trying again").count == 2)
    }

    @Test(
        "503: Retry-After is waited for, where it is longer", arguments: DeviceExample.available,
        [("40", 40), ("1", 2), ("x", 2)])
    func retryAfter(example: DeviceExample, field: (value: String, pause: Int)) throws {
        let bridge = try DeviceBridge([.init("{}", 503, ["Retry-After": field.value]), DeviceBridge.granted])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.hasToken && run.pauses == [1, field.pause], "\(run.pauses) \(run.result.errors)")
    }

    @Test(
        "a bridge that stays away until the code is too old is a temporary failure", arguments: DeviceExample.available)
    func gone(example: DeviceExample) throws {
        let bridge = try DeviceBridge([DeviceBridge.pending, DeviceBridge.gone])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.isRefusal(75) && bridge.polls > 5, "\(run.status) \(run.result.errors)")
        #expect(run.pauses.max() == 60 || run.pauses.max() == 61, "\(run.pauses)")
    }
}
