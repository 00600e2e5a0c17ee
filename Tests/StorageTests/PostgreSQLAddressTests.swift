import Bridge
import Storage
import TestSupport
import Testing

@Suite("The address of a PostgreSQL store")
struct PostgreSQLAddressTests {
    private static let secret = "a-pass-word-that-is-secret"

    @Test("prints redacted however it is printed")
    func redaction() {
        let address = PostgreSQLAddress("postgresql://bridge:\(Self.secret)@host/database")
        let texts = [
            "\(address)", String(reflecting: address), String(describing: [address]),
            "\(Mirror(reflecting: address).children.map(\.value))",
        ]
        for text in texts { #expect(!text.contains(Self.secret) && !text.contains("host")) }
    }

    @Test(
        "is refused without a word of it where libpq cannot read it",
        arguments: [
            "postgresql://bridge:a-pass%zzword-that-is-secret@host/x", "postgresql://a-pass-word-that-is-secret@[::1/x",
            "postgresql://bridge:a-pass@word-that-is-secret@host/x", "a-pass-word-that-is-secret",
            "postgresql://h/x?a-pass-word-that-is-secret=1", "postgresql://h/x\0a-pass-word-that-is-secret",
        ])
    func malformed(_ text: String) throws {
        let error = #expect(throws: BridgeError.self) { _ = try PostgreSQLStore(PostgreSQLAddress(text)) }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains("secret") == false)
        #expect(error?.reason.contains("word-") == false)
    }

    @Test(
        "is followed to the letter, and its password is in no error",
        arguments: [
            ("host=/nowhere", "/nowhere"), ("channel_binding=require", "channel binding"),
            ("dbname=missing", "missing"), ("user=nobody-knows", "nobody-knows"),
            ("hostaddr=127.0.0.1&port=1", "127.0.0.1"),
        ])
    func parameters(_ parameter: String, _ words: String) async throws {
        let server = try await blocking { try PostgreSQLServer.shared.get() }
        let store = try PostgreSQLStore(
            server.address(parameters: "&password=\(Self.secret)&\(parameter)"), connections: 1)
        let error = await refusal { () throws(BridgeError) in try await store.check() }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        #expect(error?.reason.contains(Self.secret) == false)
        await store.close()
    }

    @Test("is not connected to without TLS where it asks for TLS", arguments: ["require", "verify-ca", "verify-full"])
    func requiredTLS(_ mode: String) async throws {
        let listener = try SilentListener(answer: "N")
        let store = try PostgreSQLStore(
            PostgreSQLAddress("postgresql://bridge:\(Self.secret)@127.0.0.1:\(listener.port)/x?sslmode=\(mode)"))
        let error = await refusal { () throws(BridgeError) in try await store.check() }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.reason.contains("SSL") == true || error?.reason.contains("root certificate") == true)
        #expect(error?.reason.contains(Self.secret) == false)
        await store.close()
    }
}
