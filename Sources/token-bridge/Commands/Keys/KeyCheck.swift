import CustomTokenBridge
import CustomTokens
import KeyRings
import StrictJSON

/// What a check found of all keys.
struct KeyCheck: CommandResult {
    let findings: [KeyFinding]

    /// Whether nothing is wrong.
    var isRight: Bool { findings.allSatisfy(\.faults.isEmpty) }

    var text: String {
        TextTable(rows: findings.map { [$0.id, $0.state.rawValue, $0.faults.isEmpty ? "ok" : "wrong", $0.summary] })
            .text
    }

    var json: JSONValue {
        .object(JSONObject(["right": .bool(isRight), "keys": .array(findings.map(\.json))]))
    }
}

/// What a check found of one key.
struct KeyFinding: Sendable {
    let id: String
    let state: KeyState
    /// What is wrong.
    private(set) var faults: [String] = []
    /// What is known besides.
    private(set) var remarks: [String] = []

    init(missing entry: KeyRing.Entry) {
        id = entry.id
        state = entry.state
        faults = ["its file is missing or damaged"]
    }

    /// Signs and verifies twice, and compares with what is published.
    init(_ key: RingKey, published: [VerificationKeySet.Entry]?, at now: NumericDate) {
        id = key.id
        state = key.state
        if key.state.isPublished {
            do throws(KeyRingError) {
                try key.checkCertificate(at: now)
            } catch {
                faults.append(error.reason)
            }
        }
        do throws(CryptographyError) {
            let signing = try ProbedSigningKey(probing: key.account.privateKey)
            remarks.append("signed, and verified by OpenSSL and libjwt")
            let probe = [UInt8]("probe of \(key.id) at \(now.utc)".utf8)
            if let published { compare(published, probe, signature: try signing.signature(over: probe)) }
        } catch {
            faults.append(error.reason)
        }
    }

    private mutating func compare(_ published: [VerificationKeySet.Entry], _ probe: [UInt8], signature: [UInt8]) {
        let match = published.first { entry in
            (try? entry.key.verify(signature, over: probe, algorithm: .rs256)) != nil
        }
        if published.contains(where: { $0.keyID == id }), match?.keyID != id {
            faults.append("another key is published by its identifier")
        }
        switch (match, state) {
        case (let match?, .next), (let match?, .active), (let match?, .retiring):
            let other = match.keyID.flatMap { $0 == id ? nil : $0 }
            remarks.append("published" + (other.map { " as \($0)" } ?? ""))
        case (nil, .next): remarks.append("not published yet")
        case (nil, .active): faults.append("it signs and is not published: nobody accepts its tokens")
        case (nil, .retiring): faults.append("it is not published any more, and tokens of it are under way")
        case (.some, .retired): remarks.append("still published")
        case (.some, .revoked):
            faults.append("it is revoked and still published: disable it there (token-bridge keys disable)")
        case (nil, .retired), (nil, .revoked): remarks.append("not published")
        }
    }

    /// All in one line.
    var summary: String { (faults + remarks).joined(separator: "; ") }

    var json: JSONValue {
        .object(
            JSONObject([
                "kid": .string(id), "state": .string(state.rawValue), "right": .bool(faults.isEmpty),
                "faults": .array(faults.map { .string($0) }), "remarks": .array(remarks.map { .string($0) }),
            ]))
    }
}
