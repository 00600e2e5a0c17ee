import JOSE
import StrictJSON

/// A key of a service account, as IAM tells it.
public struct IAMKey: Sendable, Equatable {
    /// Who made the key.
    public enum Origin: String, Sendable {
        /// Google, who gave the private half out.
        case googleProvided = "GOOGLE_PROVIDED"
        /// Its owner, who uploaded the public half.
        case userProvided = "USER_PROVIDED"
    }

    /// Who looks after the key.
    public enum Management: String, Sendable {
        /// Its owner.
        case userManaged = "USER_MANAGED"
        /// Google, who also signs with it.
        case systemManaged = "SYSTEM_MANAGED"
    }

    /// The identifier: `kid` of what it signs.
    public let keyID: String
    /// The algorithm, such as `KEY_ALG_RSA_2048`.
    public let algorithm: String?
    /// Who made it; nil where that is not known.
    public let origin: Origin?
    /// Who looks after it; nil where that is not known.
    public let management: Management?
    /// From when on it is good, as RFC 3339 has it.
    public let validAfter: String?
    /// Until when it is good, as RFC 3339 has it; the end of the year 9999 for ever.
    public let validBefore: String?
    /// Whether it is disabled: then nothing that it signs is accepted.
    public let isDisabled: Bool
    /// The public half as a PEM certificate, where it was asked for.
    public let certificatePEM: [UInt8]?

    init(_ members: JSONObject, action: String) throws(GoogleCloudError) {
        guard let name = members["name"]?.string, let last = name.split(separator: "/").last else {
            throw GoogleCloudError(.answerMalformed, "the answer to the attempt to \(action) names no key")
        }
        keyID = String(last)
        try Self.check(keyID, .answerMalformed)
        algorithm = members["keyAlgorithm"]?.string
        origin = members["keyOrigin"]?.string.flatMap(Origin.init(exactly:))
        management = members["keyType"]?.string.flatMap(Management.init(exactly:))
        validAfter = members["validAfterTime"]?.string
        validBefore = members["validBeforeTime"]?.string
        // Absent members have their default.
        isDisabled = members["disabled"]?.bool ?? false
        certificatePEM = members["publicKeyData"]?.string.flatMap(StandardBase64.decode)
    }

    /// Checks that an identifier is fit to stand in a path.
    static func check(_ keyID: String, _ code: GoogleCloudError.Code = .parameterInvalid) throws(GoogleCloudError) {
        let isFit =
            1...128 ~= keyID.utf8.count
            && keyID.utf8.allSatisfy { byte in
                0x30...0x39 ~= byte || 0x61...0x7A ~= byte || 0x41...0x5A ~= byte || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
        guard isFit else {
            throw GoogleCloudError(code, "\(keyID.argumentExcerpt) is no identifier of a key")
        }
    }
}
