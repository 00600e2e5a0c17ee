import StrictJSON

/// Reads a text under the limits for documents.
func parsed(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(parsing: [UInt8](text.utf8), limits: .document)
}

/// Reads bytes under the limits for documents.
func parsed(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try JSONValue(parsing: bytes, limits: .document)
}

/// The code of the refusal of a text; nil where it is read.
func refusal(of bytes: [UInt8], limits: JSONLimits = .document) -> JSONError.Code? {
    do throws(JSONError) {
        _ = try JSONValue(parsing: bytes, limits: limits)
        return nil
    } catch {
        return error.code
    }
}

/// The code of the refusal of a text; nil where it is read.
func refusal(of text: String, limits: JSONLimits = .document) -> JSONError.Code? {
    refusal(of: [UInt8](text.utf8), limits: limits)
}

/// The code of the refusal of a text that should be an object; nil where it is read.
func objectRefusal(of text: String, limits: JSONLimits = .document) -> JSONError.Code? {
    do throws(JSONError) {
        _ = try JSONObject(parsing: [UInt8](text.utf8), limits: limits)
        return nil
    } catch {
        return error.code
    }
}
