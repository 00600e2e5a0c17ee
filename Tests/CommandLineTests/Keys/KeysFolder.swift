import Foundation
import StrictJSON
import TestSupport
import Testing

/// A folder for `token-bridge keys`, with two key files that nobody has imported yet.
struct KeysFolder {
    let scratch: ScratchFolder

    static let account = "svc@demo-bridge.iam.gserviceaccount.com"
    static let ids = ["a", "b"].map { String(repeating: $0, count: 40) }

    init() throws {
        scratch = try ScratchFolder()
        for (id, name) in zip(Self.ids, ["rsa-2048", "other-2048"]) {
            try scratch.write(Self.keyFile(id, name), to: "\(id.prefix(1)).json")
        }
    }

    /// A service-account key with a key of `Tests/Fixtures/Keys`.
    static func keyFile(_ id: String, _ name: String, account: String = account) throws -> [UInt8] {
        keyFile(id, text: try keyText(name), account: account)
    }

    /// A service-account key with any key.
    static func keyFile(_ id: String, text: [UInt8], account: String = account) -> [UInt8] {
        var object = JSONObject()
        object["type"] = "service_account"
        object["project_id"] = "demo-bridge"
        object["private_key_id"] = .string(id)
        object["private_key"] = .string(String(decoding: text, as: UTF8.self))
        object["client_email"] = .string(account)
        return object.compactBytes
    }

    static func keyText(_ name: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(name).pem")
    }

    func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

    /// Runs `token-bridge keys` on the folder `keys`.
    func keys(_ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []) throws -> Subprocess {
        try run(["keys"] + arguments + ["--keys", path("keys")], environment: environment, input: input)
    }

    func run(_ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []) throws -> Subprocess {
        try Subprocess.run(Locations.tokenBridge, arguments, input: input, environment: environment)
    }

    /// Imports both keys and lets the first sign.
    func fill() throws {
        for arguments in [["import", path("a.json")], ["import", path("b.json")], ["activate", Self.ids[0]]] {
            let result = try keys(arguments)
            try #require(result.status == 0, "\(result.errors)")
        }
    }

    /// The states of the keys by their identifiers.
    func states() throws -> [String: String] {
        let result = try keys(["list", "--output", "json"])
        try #require(result.status == 0, "\(result.errors)")
        let rows = try #require(try JSONValue(parsing: result.output, limits: .document).array).compactMap(\.object)
        return Dictionary(
            uniqueKeysWithValues: rows.map { ($0["kid"]?.string ?? "", $0["state"]?.string ?? "") })
    }
}
