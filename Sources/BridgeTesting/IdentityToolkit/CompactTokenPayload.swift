import JOSE
import StrictJSON

/// The payload of a token that was verified before.
struct CompactTokenPayload: Sendable {
    let object: JSONObject

    init(_ text: String) throws {
        object = try JSONObject(parsing: CompactJWS(parsing: text).unverifiedPayload, limits: .token)
    }
}
