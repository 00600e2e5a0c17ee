import CustomTokenBridge
import CustomTokens
import KeyRings
import StrictJSON

extension KeysSession {
    func export(_ id: String?) throws -> ExitCode {
        guard !(arguments.has("certificate") && arguments.has("private")) else {
            throw Failure.usage("give only one of --certificate, --private", KeysCommand.specification)
        }
        let ring = try loaded()
        if !arguments.has("certificate"), !arguments.has("private") {
            let keys = try id.map { [try usableKey($0, ring)] } ?? ring.published
            var set = JSONObject()
            set["keys"] = .array(
                keys.map { .object($0.account.privateKey.publicKey.material.webKey(keyID: $0.id)) })
            try console.print(set.compactText)
            return .success
        }
        guard let id else { throw Failure.usage("KID is missing", KeysCommand.specification) }
        let key = try usableKey(id, ring)
        if arguments.has("private") {
            try exportPrivate(key, ring)
        } else {
            try exportCertificate(key)
        }
        return .success
    }

    private func exportCertificate(_ key: RingKey) throws {
        guard let certificate = key.certificate else {
            throw Failure(
                code: "KEY_WITHOUT_CERTIFICATE", message: "the key \(key.id) was imported without a certificate",
                hint: "token-bridge keys generate makes a key with one", exitCode: .failure)
        }
        let pem = String(decoding: try certificate.pem(), as: UTF8.self)
        switch arguments.output {
        case .text: try console.print(String(pem.dropLast()))
        case .json:
            try console.print(JSONObject(["kid": .string(key.id), "certificate": .string(pem)]).compactText)
        }
    }

    private func exportPrivate(_ key: RingKey, _ ring: LoadedKeyRing) throws {
        try confirm(
            "the private key \(key.id) is printed: whoever has it signs in as any user of"
                + " \(key.account.signingProjectID ?? key.account.email)")
        let change = KeyRingChange(
            operation: .export, keyID: key.id, from: key.state, to: key.state, replacedKeyID: nil,
            account: key.account.email)
        try auditor.record(change, .intended)
        do {
            let file = try SecretFile(regularFile: "\(folder.path)/\(key.file)")
            try console.print(String(decoding: OuterBlanks.trimmed(file.bytes), as: UTF8.self))
        } catch {
            // The reason of the failure is told, whatever becomes of the line about it.
            try? auditor.record(change, .failed)
            throw error
        }
        try auditor.record(change, .done)
    }

    /// A key whose file can be used.
    func usableKey(_ id: String, _ ring: LoadedKeyRing) throws -> RingKey {
        if let key = ring[id] { return key }
        guard ring.ring[id] == nil else {
            throw KeyRingError(.keyUnusable, "the file of the key \(id.argumentExcerpt) is missing or damaged")
        }
        throw KeyRingError(.keyUnknown, "the ring has no key \(id.argumentExcerpt)")
    }
}

extension JSONObject {
    /// The object as compact JSON text.
    var compactText: String { JSONValue.object(self).compactText }
}
