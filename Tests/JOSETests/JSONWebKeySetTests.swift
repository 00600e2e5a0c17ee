import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("JSON Web Key Set")
struct JSONWebKeySetTests {
    private static func set(_ text: String) throws(JOSEError) -> JSONWebKeySet {
        try JSONWebKeySet(parsing: [UInt8](text.utf8), limits: .document)
    }

    @Test("JOSE-13: unusable entries are left out with place, name and reason, and spoil no other")
    func skipsUnusableKeys() throws {
        let set = try Self.set(
            """
            {"keys":[null,{"kty":"oct","k":"AA","kid":"s"},{\(JSONWebKeyTests.rsa),"kid":"k1"},"x",
            {"kty":"AKP","kid":"pq"},{\(JSONWebKeyTests.rsa),"use":"enc","kid":7},7,[],{}]}
            """)
        #expect(set.keys.map(\.keyID) == ["k1"])
        #expect(set.skippedKeys.map(\.index) == [0, 1, 3, 4, 5, 6, 7, 8])
        #expect(set.skippedKeys.map(\.keyID) == [nil, "s", nil, "pq", nil, nil, nil, nil])
        #expect(set.skippedKeys.first?.reason == "it is null, not an object")
        #expect(set.skippedKeys.allSatisfy { !$0.reason.isEmpty })
    }

    @Test(
        "a text that is no object with an array named keys is refused",
        arguments: [
            "", "[]", "null", "{}", #"{"keys":null}"#, #"{"keys":{}}"#, #"{"keys":"x"}"#, #"{"Keys":[]}"#,
            #"{"keys":[]}x"#, "<html>",
        ])
    func refusesOtherTexts(text: String) {
        #expect(throws: JOSEError(.keySetInvalid, "")) { try Self.set(text) }
    }

    @Test(
        "JOSE-02: duplicate members are refused in the set and in its keys",
        arguments: [
            #"{"keys":[],"keys":[]}"#, #"{"keys":[{"kty":"RSA","kty":"oct"}]}"#, #"{"keys":[{"x":{"a":1,"a":1}}]}"#,
        ])
    func refusesDuplicates(text: String) {
        #expect(throws: JOSEError(.keySetInvalid, "")) { try Self.set(text) }
    }

    @Test("a set without keys is a set, in which nothing is found")
    func acceptsEmptySet() throws {
        let set = try Self.set(#"{"keys":[],"foo":1}"#)
        #expect(set.keys.isEmpty)
        #expect(set.skippedKeys.isEmpty)
    }

    @Test("100 entries are read, one more is refused")
    func capsEntries() throws {
        let entries = { (count: Int) in Array(repeating: "1", count: count).joined(separator: ",") }
        #expect(try Self.set("{\"keys\":[\(entries(100))]}").skippedKeys.count == 100)
        #expect(throws: JOSEError(.keySetInvalid, "")) { try Self.set("{\"keys\":[\(entries(101))]}") }
    }

    @Test("a text beyond the caller's limit is refused")
    func holdsLimit() {
        let bytes = [UInt8](#"{"keys":[]}"#.utf8)
        #expect(throws: JOSEError(.keySetInvalid, "")) {
            try JSONWebKeySet(parsing: bytes, limits: JSONLimits(maximumBytes: bytes.count - 1, maximumDepth: 9))
        }
    }

    /// What case B23 says of each key set: how many keys are usable, and for each other one its name and reason.
    private static let skipped: [(file: String, usable: Int, reasons: [String])] = [
        ("jwks-unknown-kty.json", 1, ["pq: its type \"AKP\" is not supported"]),
        ("jwks-unknown-curve.json", 1, ["ed: its x has 3 bytes, not 57"]),
        ("jwks-broken-rsa-first.json", 1, ["bad: its n is not base64url"]),
        (
            "jwks-null-and-string-entries.json", 1,
            ["-: it is null, not an object", "-: it is a string, not an object", "-: it is a number, not an object"]
        ),
        ("jwks-no-use-no-alg.json", 1, []),
        ("jwks-key-ops-only.json", 1, []),
        ("jwks-symmetric-first.json", 1, ["k1: it is a symmetric key, which has no place in a public key set"]),
        ("jwks-extra-members.json", 1, []),
        ("jwks-use-enc.json", 0, ["k1: its use is \"enc\", not signatures"]),
        ("jwks-alg-rs512.json", 1, []),
        ("jwks-key-ops-encrypt.json", 0, ["k1: its key_ops do not include verify"]),
        ("jwks-only-unknown.json", 0, ["k1: its type \"AKP\" is not supported"]),
        ("jwks-e-is-one.json", 0, ["k1: the RSA key's public exponent is 1"]),
        ("jwks-short-1024.json", 0, ["k1: the RSA key has 1024 bits; the minimum is 2048"]),
        (
            "jwks-private-key-published.json", 0,
            ["k1: its private half is published (d): whoever reads it can sign"]
        ),
    ]

    @Test("case B23: the right entries are left out for the right reasons", arguments: skipped.indices)
    func skipsEntriesOfCase(index: Int) throws {
        let expected = Self.skipped[index]
        let bytes = try Locations.bytes("\(Locations.caseFolder("B23"))/\(expected.file)")
        let set = try JSONWebKeySet(parsing: bytes, limits: .document)
        #expect(set.keys.count == expected.usable)
        #expect(set.skippedKeys.map { "\($0.keyID ?? "-"): \($0.reason)" } == expected.reasons)
    }

    @Test(
        "case B23: what is no key set is refused as a whole",
        arguments: ["jwks-bare-array.json", "jwks-keys-object.json"])
    func refusesOtherShapesOfCase(file: String) throws {
        let bytes = try Locations.bytes("\(Locations.caseFolder("B23"))/\(file)")
        #expect(throws: JOSEError(.keySetInvalid, "")) { try JSONWebKeySet(parsing: bytes, limits: .document) }
    }
}
