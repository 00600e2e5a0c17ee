import JOSE
import StrictJSON

/// A JSON object whose members a test needs: what is missing or of another kind is an error, never skipped.
struct Fields {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    init(parsing bytes: [UInt8]) throws {
        object = try JSONObject(parsing: bytes, limits: JSONLimits(maximumBytes: 1 << 22, maximumDepth: 64))
    }

    func string(_ name: String) throws -> String {
        guard let value = object[name]?.string else { throw Missing(description: "no string \(name)") }
        return value
    }

    func integer(_ name: String) throws -> Int {
        guard let value = object[name]?.integer else { throw Missing(description: "no integer \(name)") }
        return Int(value)
    }

    func fields(_ name: String) throws -> Fields {
        guard let value = object[name]?.object else { throw Missing(description: "no object \(name)") }
        return Fields(value)
    }

    func list(_ name: String) throws -> [Fields] {
        guard let values = object[name]?.array else { throw Missing(description: "no array \(name)") }
        return try values.map { value in
            guard let object = value.object else { throw Missing(description: "\(name) holds \(value.kind)") }
            return Fields(object)
        }
    }

    /// The bytes of a member in hexadecimal.
    func bytes(_ name: String) throws -> [UInt8] {
        let digits = [UInt8](try string(name).utf8)
        guard digits.count.isMultiple(of: 2) else { throw Missing(description: "\(name) has an odd number of digits") }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            guard let high = Self.digit(digits[index]), let low = Self.digit(digits[index + 1]) else {
                throw Missing(description: "\(name) is not hexadecimal")
            }
            return high << 4 | low
        }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
