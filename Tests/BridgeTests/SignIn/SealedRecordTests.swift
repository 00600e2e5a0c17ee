@testable import Bridge
import Cryptography
import JOSE
import StrictJSON
import Testing

@Suite("A record that is sealed with what finds it")
struct SealedRecordTests {
    private static let secret = String(repeating: "s", count: 43)
    private static let expiration = NumericDate(secondsSinceEpoch: 2_000_000_000)

    private static func content(_ text: String) -> JSONObject {
        var content = JSONObject()
        content["text"] = .string(text)
        return content
    }

    @Test("Gives back what was sealed")
    func opens() throws {
        let sealed = try SealedRecord(.signIn, secret: Self.secret)
        let record = try sealed.record(
            sealing: Self.content("x"), expiration: Self.expiration, random: SecureRandom())
        #expect(record.key == (try RecordKey(.signIn, hashing: Self.secret)))
        #expect(record.expiration == Self.expiration)
        #expect(try sealed.content(of: record) == Self.content("x"))
    }

    @Test("Is not believed with another secret, as another kind, empty, or sealed with anything but an object")
    func others() throws {
        let sealed = try SealedRecord(.signIn, secret: Self.secret)
        let record = try sealed.record(
            sealing: Self.content("x"), expiration: Self.expiration, random: SecureRandom())
        for other in [
            try SealedRecord(.signIn, secret: String(repeating: "t", count: 43)),
            try SealedRecord(.authorizationCode, secret: Self.secret),
        ] {
            #expect(throws: BridgeError(.storedRecordInvalid, "")) { try other.content(of: record) }
        }
        let array = try SealedBox(
            sealing: [UInt8]("[]".utf8), secret: Self.secret, label: "token-bridge record 1",
            context: sealed.key.digest.bytes, random: SecureRandom())
        for payload in [[], array.bytes, [UInt8](repeating: 0, count: 100)] {
            let record = StoredRecord(key: sealed.key, payload: payload, expiration: Self.expiration)
            #expect(throws: BridgeError(.storedRecordInvalid, "")) { try sealed.content(of: record) }
        }
    }

    @Test("Is never larger than a store takes, and never sealed with a secret that could be guessed")
    func limits() throws {
        let sealed = try SealedRecord(.authorizationCode, secret: Self.secret)
        let overhead = Self.content("").compactBytes.count + 28
        let most = Self.content(String(repeating: "x", count: StoredRecord.maximumPayloadBytes - overhead))
        let record = try sealed.record(sealing: most, expiration: Self.expiration, random: SecureRandom())
        #expect(record.payload.count == StoredRecord.maximumPayloadBytes)
        #expect(try sealed.content(of: record) == most)
        let more = Self.content(String(repeating: "x", count: StoredRecord.maximumPayloadBytes - overhead + 1))
        #expect(throws: BridgeError(.storedRecordInvalid, "")) {
            try sealed.record(sealing: more, expiration: Self.expiration, random: SecureRandom())
        }
        #expect(throws: BridgeError(.cryptographyFailed, "")) {
            try SealedRecord(.signIn, secret: "short")
                .record(sealing: Self.content("x"), expiration: Self.expiration, random: SecureRandom())
        }
    }
}
