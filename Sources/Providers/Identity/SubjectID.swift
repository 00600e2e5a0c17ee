public import StrictJSON

/// The identifier of an account at its provider, exactly as the provider gives it (OpenID Connect Core, section 2).
///
/// A JSON integer and the string of its digits are one subject: providers give the same account in both forms.
public struct SubjectID: Sendable {
    /// The longest subject, in bytes of UTF-8 (OpenID Connect Core, section 2).
    public static let maximumBytes = 255

    /// The subject.
    public let value: String

    /// Takes a subject out of a provider's answer.
    ///
    /// - Parameter json: The value: a string of 1 to 255 bytes, or an integer.
    /// - Throws: `ProviderError` with code `subjectMissing` for no value, else `subjectInvalid`.
    public init(_ json: JSONValue?) throws(ProviderError) {
        switch json {
        case nil: throw ProviderError(.subjectMissing, "the provider's answer names no subject")
        case .integer(let number)?: value = String(number)
        case .string(let text)?:
            guard !text.isEmpty else { throw ProviderError(.subjectInvalid, "the subject is empty") }
            guard text.utf8.count <= Self.maximumBytes else {
                throw ProviderError(
                    .subjectInvalid,
                    "the subject has \(text.utf8.count) bytes; at most \(Self.maximumBytes) are allowed")
            }
            value = text
        case .decimal?:
            throw ProviderError(
                .subjectInvalid, "the subject is a number with a fraction, an exponent or a sign of zero")
        case let other?:
            throw ProviderError(.subjectInvalid, "the subject is \(other.kind), neither a string nor an integer")
        }
    }

    /// A subject that was put together from parts which are known to be short and not empty.
    init(joined parts: [SubjectID]) throws(ProviderError) {
        try self.init(.string(parts.map(\.value).joined(separator: ":")))
    }
}

extension SubjectID: Equatable {
    /// Two subjects are equal when they are the same bytes: canonically equivalent ones are different accounts.
    public static func == (left: SubjectID, right: SubjectID) -> Bool {
        left.value.hasSameBytes(as: right.value)
    }
}

extension SubjectID: CustomStringConvertible {
    /// The subject in quotes, fit for a message.
    public var description: String { value.quotedExcerpt }
}
