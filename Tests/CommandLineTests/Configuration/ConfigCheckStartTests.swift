import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("config check opens what serve would open")
struct ConfigCheckStartTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func write(_ members: String = "") throws {
        let text =
            #"{"issuer": "https://b.example", "project": "demo-bridge", "keys": {"service_account": "key.json"}\#(members)}"#
        try folder.write([UInt8](text.utf8), to: "bridge.json")
    }

    private func writeKey(_ name: String = "B50", _ file: String = "sa-good.json") throws {
        try folder.write(try Locations.bytes("\(Locations.caseFolder(name))/\(file)"), to: "key.json")
    }

    private func makeCertificate(_ name: String, _ kind: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        throws
    {
        let run = try Subprocess.run(
            "/usr/bin/env",
            [
                "-C", folder.path, "openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=b.example",
                "-keyout",
                "\(name).key", "-out", "\(name).pem", "-newkey",
            ] + kind)
        try #require(run.status == 0, "\(run.errors)")
    }

    private func check(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> Subprocess {
        try TokenBridge.run(["config", "check"] + arguments, in: folder, environment: environment)
    }

    @Test(
        "a key and a certificate that belong together pass, and nothing is left behind", arguments: ["ec", "rsa:2048"])
    func passes(kind: String) throws {
        try write(#", "tls": {"certificate": "a.pem", "key": "a.key"}, "audit": {"file": "audit.log"}"#)
        try writeKey()
        try makeCertificate("a", kind == "ec" ? ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : [kind])
        let result = try check()
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.text == "./bridge.json is right\n")
        #expect(try folder.contents() == ["a.key", "a.pem", "bridge.json", "key.json"])
    }

    @Test("a key that is not there is a fault")
    func missingKey() throws {
        try write()
        let result = try check()
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(
            result.errors
                == #"token-bridge: error: ./bridge.json: keys: "key.json" cannot be read: No such file or directory (check the path, and that this user may read it)"#
                + "\n", "\(result.errors)")
    }

    @Test("so is a folder without a key, which is the standard")
    func missingFolder() throws {
        try folder.write([UInt8](#"{"issuer": "https://b.example", "project": "demo-bridge"}"#.utf8), to: "bridge.json")
        let result = try check()
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: ./bridge.json: keys: "), "\(result.errors)")
    }

    @Test("so is a key that cannot sign, and none of it is shown")
    func uselessKey() throws {
        try write()
        try folder.write(
            [UInt8](#"{"type": "authorized_user", "client_secret": "hunter2-hunter2"}"#.utf8), to: "key.json")
        let result = try check()
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: ./bridge.json: keys: "), "\(result.errors)")
        #expect(!result.errors.contains("hunter2"))
    }

    @Test("with the emulator's variable no key is asked for")
    func emulator() throws {
        try write()
        let result = try check(environment: ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"])
        #expect(result.status == 0 && result.errors.contains("tokens are unsigned"), "\(result.errors)")
    }

    @Test("a certificate of another key is a fault")
    func foreignCertificate() throws {
        try write(#", "tls": {"certificate": "a.pem", "key": "b.key"}"#)
        try writeKey()
        for name in ["a", "b"] { try makeCertificate(name) }
        let result = try check()
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(
            result.errors.hasPrefix("token-bridge: error: ./bridge.json: tls: ")
                && result.errors.contains("they must belong together"), "\(result.errors)")
    }

    @Test("so is one that is not there or no PEM", arguments: [nil, "not PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
    func uselessCertificate(text: String?) throws {
        try write(#", "tls": {"certificate": "c.pem", "key": "a.key"}"#)
        try writeKey()
        try makeCertificate("a")
        if let text { try folder.write([UInt8](text.utf8), to: "c.pem") }
        let result = try check()
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: ./bridge.json: tls: "), "\(result.errors)")
    }

    @Test("both faults are told at once, in JSON too")
    func bothInJSON() throws {
        try write(#", "tls": {"certificate": "a.pem", "key": "a.key"}"#)
        let result = try check(["--output", "json"])
        #expect(result.status == 3)
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object["valid"] == false)
        let faults = object["faults"]?.array?.compactMap(\.object) ?? []
        #expect(faults.map { $0["path"] } == ["keys", "tls"])
        #expect(faults.allSatisfy { $0["place"] == "./bridge.json" })
        #expect(try result.jsonError?["code"] == "CONFIGURATION_INVALID")
    }

    @Test("a fault of the text is told before anything is opened")
    func textFirst() throws {
        try write(#", "unknown": 1"#)
        let result = try check()
        #expect(result.status == 3 && result.errors.contains("unknown") && !result.errors.contains("key.json"))
    }
}
