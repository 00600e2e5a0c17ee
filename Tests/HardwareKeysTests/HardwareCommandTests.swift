import TestSupport
import Testing

@Suite("A configuration whose key is in a token of PKCS#11", .enabled(if: SoftHSM.isInstalled))
struct HardwareCommandTests {
    private let token: SoftHSM

    init() throws {
        token = try SoftHSM()
        try token.importKey("rsa-2048.pem", label: "signer", identifier: "01")
        try token.folder.write([UInt8]("0123456789abcdef0123456789abcdef".utf8), to: "state")
    }

    private func check(_ uri: String) throws -> Subprocess {
        let text = """
            {"issuer": "http://127.0.0.1:8080", "project": "demo-bridge", "store": "sqlite:bridge.db",
             "state_secret": {"file": "state"},
             "keys": {"pkcs11": {"uri": "\(uri)", "account": "signer@demo-bridge.iam.gserviceaccount.com"}},
             "providers": {}}
            """
        try token.folder.write([UInt8](text.utf8), to: "bridge.json")
        return try TokenBridge.run(
            ["config", "check"], in: token.folder, environment: ["SOFTHSM2_CONF": token.configuration])
    }

    @Test("is checked by opening and probing it; what signs is told")
    func right() throws {
        let ended = try check(token.uri())
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(
            ended.errors.contains("signed with the key \"signer\" in the PKCS#11 token \"bridge\" for signer@"),
            "\(ended.errors)")
        #expect(!ended.errors.contains("pin-source") && !ended.errors.contains("/pin"), "\(ended.errors)")
    }

    @Test("is refused with the cause and the cure, and no PIN is shown", arguments: ["pin", "object", "value"])
    func wrong(fault: String) throws {
        let uri =
            switch fault {
            case "pin": token.uri(pin: "wrong-pin")
            case "object": token.uri(object: "nothing")
            default: token.uri() + "&pin-value=\(SoftHSM.pin)"
            }
        let ended = try check(uri)
        #expect(ended.status == 3, "\(ended.errors)")
        let cure = ["pin": "correct the PIN", "object": "pkcs11-tool", "value": "pin-source=file:"][fault] ?? "nothing"
        #expect(ended.errors.contains(cure), "\(ended.errors)")
        #expect(!ended.errors.contains("canary") && !ended.text.contains("canary"))
    }
}
