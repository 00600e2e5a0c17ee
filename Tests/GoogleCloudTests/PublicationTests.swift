import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import Testing

@testable import GoogleCloud

@Suite("A new key is waited for until it is published (FB-14)")
struct PublicationTests {
    private static let certificates =
        "https://www.googleapis.com/service_accounts/v1/metadata/x509/\(TestAccount.email)"
    private static let keySet = "https://www.googleapis.com/service_accounts/v1/jwk/\(TestAccount.email)"

    private static func x509() throws -> String {
        var object = JSONObject()
        object["abc"] = .string(String(decoding: try TestAccount.fixture("certificate.pem"), as: UTF8.self))
        return String(decoding: object.compactBytes, as: UTF8.self)
    }

    private func certificateKey() throws -> PublicKey {
        try PublicKey(parsing: TestAccount.fixture("certificate.pem"))
    }

    private static func jwks(_ key: PublicKey, _ keyID: String) -> String {
        guard case .rsa(let modulus, let exponent) = key.material else { return "{}" }
        return
            #"{"keys":[{"kty":"RSA","alg":"RS256","use":"sig","kid":"\#(keyID)","n":"\#(Base64URL.encode(modulus))","e":"\#(Base64URL.encode(exponent))"}]}"#
    }

    private func wait(_ google: FakeGoogle, _ clock: FakeClock) async throws {
        try await PublishedCertificates(
            account: AccountName(TestAccount.email), connection: google.connection(clock: clock)
        )
        .waitUntilPublished("abc", certificateKey())
    }

    @Test("as a certificate and in the key set, with growing pauses, and for a minute at least")
    func published() async throws {
        let clock = FakeClock()
        let key = try certificateKey()
        let full = try Self.x509()
        let google = FakeGoogle { (request, number) throws(OAuthClientError) in
            guard request.url.text == Self.certificates else {
                return .json(number < 6 ? #"{"keys":[]}"# : Self.jwks(key, "abc"))
            }
            return .json(number < 2 ? "{}" : full)
        }
        let start = clock.now()
        try await wait(google, clock)
        #expect(clock.sleeps.prefix(3) == [.seconds(5), .seconds(10), .seconds(20)])
        #expect(clock.now() - start >= .seconds(60))
        #expect(google.requests.contains { $0.url.text == Self.keySet })
    }

    @Test("though Google is out of order for a while, and though there is no key set where it should be")
    func outage() async throws {
        let clock = FakeClock()
        let full = try Self.x509()
        let google = FakeGoogle { (request, number) throws(OAuthClientError) in
            if number < 12 { return .json("{}", status: number % 2 == 0 ? 503 : 404) }
            return request.url.text == Self.certificates ? .json(full) : .json("{}", status: 404)
        }
        try await wait(google, clock)
        #expect(google.requests.count > 12)
    }

    @Test("but not for ever")
    func deadline() async throws {
        let clock = FakeClock()
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json("{}") }
        let start = clock.now()
        await #expect(throws: GoogleCloudError(expecting: .keyNotPublished)) { try await wait(google, clock) }
        #expect(clock.now() - start <= .seconds(600))
        #expect(clock.sleeps.max() == .seconds(60))
    }

    @Test("but not where another key is under its identifier")
    func otherKey() async throws {
        let clock = FakeClock()
        let other = try RSAPrivateKey(parsing: TestAccount.fixture("other-2048.pem")).publicKey.pem()
        var object = JSONObject()
        object["abc"] = .string(String(decoding: other, as: UTF8.self))
        let full = String(decoding: object.compactBytes, as: UTF8.self)
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json(full) }
        await #expect(throws: GoogleCloudError(expecting: .keyNotPublished)) { try await wait(google, clock) }
        #expect(clock.sleeps.isEmpty)
    }
}
