import StrictJSON
import TestSupport
import Testing

/// A case of the collection: its list of variants and its files.
struct CaseFiles: Sendable {
    /// A file of a case, and what must become of it.
    struct Variant: Sendable, CustomTestStringConvertible {
        let file: String
        let expectation: String
        let members: JSONObject

        var testDescription: String { "\(file): \(expectation)" }
    }

    let identifier: String

    /// The time at which the case happens.
    var now: Int64 {
        get throws { try #require(try description["now"]?.integer) }
    }

    /// All variants.
    var variants: [Variant] {
        get throws {
            try #require(try description["variants"]?.array).map { value in
                let members = try #require(value.object)
                return Variant(
                    file: try #require(members["file"]?.string), expectation: try #require(members["expect"]?.string),
                    members: members)
            }
        }
    }

    /// What the case says of itself.
    var description: JSONObject {
        get throws { try JSONObject(parsing: bytes("case.json"), limits: .document) }
    }

    func bytes(_ file: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.caseFolder(identifier))/\(file)")
    }

    func json(_ file: String) throws -> JSONObject {
        try JSONObject(parsing: bytes(file), limits: .document)
    }

    /// A token, without the line break at the end of its file.
    func token(_ file: String) throws -> String {
        String(decoding: try bytes(file).filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// A stage on which the provider publishes the keys of the case, at its time.
    func stage(keys: String = "jwks.json") throws -> Stage {
        let stage = try Stage(now: now)
        stage.transport.answer(Stage.keys, .bytes(try bytes(keys)))
        return stage
    }
}
