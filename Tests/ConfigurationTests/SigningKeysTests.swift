import Configuration
import GoogleCloud
import HardwareKeys
import Testing

@Suite("Where the signing key is")
struct SigningKeysTests {
    private static func fixture() throws -> Fixture {
        var fixture = try Fixture()
        fixture.environment = ["STATE": "0123456789abcdef0123456789abcdef"]
        return fixture
    }

    private static func members(_ keys: String, state: String = #""state_secret": {"env": "STATE"}, "#) -> String {
        "\(state)\"keys\": \(keys)"
    }

    @Test("With Google: the account, the method, the delegates and the credential")
    func iam() throws {
        let keys = try Self.fixture().load(
            Fixture.minimal(
                Self.members(
                    #"{"iam": {"account": "a@p.iam.gserviceaccount.com", "method": "sign_blob", "delegates": ["b@p.iam.gserviceaccount.com"], "credentials": "/adc.json"}}"#
                ))
        ).keys
        guard case .iam(let settings) = keys else {
            Issue.record("\(keys)")
            return
        }
        #expect(settings.account?.email == "a@p.iam.gserviceaccount.com")
        #expect(settings.method == .signBlob)
        #expect(settings.delegates.map(\.email) == ["b@p.iam.gserviceaccount.com"])
        #expect(settings.credentialsPath == "/adc.json")
        let least = try Self.fixture().load(Fixture.minimal(Self.members(#"{"iam": {}}"#))).keys
        guard case .iam(let standard) = least else {
            Issue.record("\(least)")
            return
        }
        #expect(standard.account == nil && standard.method == .signJWT && standard.credentialsPath == nil)
        #expect(standard.google == nil)
        let sandbox = try Self.fixture().load(
            Fixture.minimal(Self.members(#"{"iam": {"google": "http://127.0.0.1:9099"}}"#))
        ).keys
        guard case .iam(let local) = sandbox else {
            Issue.record("\(sandbox)")
            return
        }
        #expect(local.google == "http://127.0.0.1:9099")
    }

    @Test(
        "Google is at Google, or on this machine: nobody else gets the account's credential",
        arguments: [
            "https://google.example", "http://192.0.2.1:9099", "https://iam.googleapis.com.evil.example",
            "http://127.0.0.1.evil.example", "http://user@127.0.0.1:9099", "127.0.0.1:9099", "",
        ])
    func foreignGoogle(_ address: String) throws {
        let faults = try Self.fixture().faults(
            Fixture.minimal(Self.members(#"{"iam": {"google": "\#(address)"}}"#)))
        #expect(faults.count == 1 && faults[0].contains("keys.iam.google: "), "\(faults)")
    }

    @Test("In a token of PKCS#11: its URI and whose it is")
    func pkcs11() throws {
        let keys = try Self.fixture().load(
            Fixture.minimal(
                Self.members(
                    #"{"pkcs11": {"uri": "pkcs11:token=t;object=o?module-path=/m.so", "account": "a@p.iam.gserviceaccount.com", "key_id": "abc", "sessions": 2}}"#
                ))
        ).keys
        guard case .pkcs11(let settings) = keys else {
            Issue.record("\(keys)")
            return
        }
        #expect(settings.uri.tokenLabel == "t")
        #expect(settings.account.email == "a@p.iam.gserviceaccount.com")
        #expect(settings.keyID == "abc" && settings.sessions == 2)
    }

    @Test(
        "Is a fault where it is named twice, not at all, or by what cannot be",
        arguments: [
            (#"{"iam": {}, "service_account": "sa.json"}"#, "keys: only one place"), (#"{}"#, "keys: it does not say"),
            (#"{"iam": {"account": "nobody"}}"#, "keys.iam.account: "),
            (#"{"iam": {"method": "signJwt"}}"#, "keys.iam.method: "),
            (#"{"iam": {"delegates": ["a/b@c.d"]}}"#, "keys.iam.delegates"), (#"{"iam": "x"}"#, "keys.iam: "),
            (#"{"pkcs11": {"account": "a@b.c"}}"#, "keys.pkcs11.uri: this key is missing"),
            (#"{"pkcs11": {"uri": "pkcs11:token=t", "account": "a@b.c"}}"#, "keys.pkcs11.uri: the URI"),
            (
                #"{"pkcs11": {"uri": "pkcs11:token=t;object=o?module-path=/m", "account": "x"}}"#,
                "keys.pkcs11.account: "
            ),
            (
                #"{"pkcs11": {"uri": "pkcs11:token=t;object=o?module-path=/m&pin-value=5551234", "account": "a@b.c"}}"#,
                "pin-value"
            ),
            (#"{"pkcs11": {"uri": "x", "account": "a@b.c", "pin": "5551234"}}"#, "keys.pkcs11.pin"),
        ])
    func faults(keys: String, message: String) throws {
        let faults = try Self.fixture().faults(Fixture.minimal(Self.members(keys)))
        #expect(faults.contains { $0.contains(message) }, "\(faults)")
        #expect(!faults.contains { $0.contains("5551234") }, "\(faults)")
    }

    @Test("Needs a state secret where the key is not at hand")
    func stateSecret() throws {
        let faults = try Self.fixture().faults(Fixture.minimal(Self.members(#"{"iam": {}}"#, state: "")))
        #expect(faults.contains { $0.contains("the key is not at hand") }, "\(faults)")
    }
}
