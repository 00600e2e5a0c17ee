import JOSE
import Providers
import StrictJSON

/// Holds an answer or claims against one requirement (PRV-06, PRV-08).
struct RequirementCheck: Sendable {
    private let requirement: AccessTokenCheck.Requirement
    private let audience: ClientIdentifiers
    private let kakaoAppNumber: String?
    private let now: NumericDate

    init(
        _ requirement: AccessTokenCheck.Requirement, audience: ClientIdentifiers, kakaoAppNumber: String?,
        now: NumericDate
    ) {
        self.requirement = requirement
        self.audience = audience
        self.kakaoAppNumber = kakaoAppNumber
        self.now = now
    }

    /// Returns if the requirement is met.
    ///
    /// - Throws: `CredentialError` with code `audienceMismatch`, `audienceUnprovable`, `credentialExpired` or
    ///   `credentialInvalid`.
    func check(_ answer: JSONValue, _ subject: String) throws(CredentialError) {
        let value = requirement.paths.lazy.compactMap { $0.value(in: answer) }.first
        switch requirement.rule {
        case .equals(let expected):
            guard value == expected else { throw invalid(subject, "is not \(expected.compactText)") }
        case .equalsIfPresent(let expected):
            guard value == nil || value == expected else { throw invalid(subject, "is not \(expected.compactText)") }
        case .namesClient: try requireClient(value, [audience.primary], subject)
        case .namesAnyClient: try requireClient(value, audience.all, subject)
        case .namesAnyClientIfPresent:
            if let value { try requireClient(value, audience.all, subject) }
        case .namesKakaoApp: try requireClient(value, kakaoAppNumber.map { [$0] } ?? [], subject)
        case .isPresent:
            guard let value, value != .null, value != .string("") else { throw invalid(subject, "is missing") }
        case .isInteger:
            guard value?.integer != nil else { throw invalid(subject, "is not an integer") }
        case .isPositive: try requirePositive(value, subject)
        case .isPositiveIfPresent:
            if let value { try requirePositive(value, subject) }
        case .isInFuture: try requireFuture(value, subject)
        case .isNullOrInFuture:
            if let value, value != .null { try requireFuture(value, subject) }
        case .isZeroOrInFuture:
            if value != .integer(0) { try requireFuture(value, subject) }
        }
    }

    /// The comparison that proves the audience: a string, or an integer by its digits, against our identifiers.
    private func requireClient(
        _ value: JSONValue?, _ expected: [String], _ subject: String
    ) throws(CredentialError) {
        let found: String
        switch value {
        case .string(let text)?: found = text
        case .integer(let number)?: found = String(number)
        case nil, .null?:
            throw CredentialError(
                .audienceUnprovable, "\(subject) does not say which client it was issued to (\(names))")
        case let value?:
            throw CredentialError(.credentialInvalid, "\(subject): \(names) is \(value.kind), which names no client")
        }
        guard expected.contains(where: { !$0.isEmpty && $0.hasSameBytes(as: found) }) else {
            throw CredentialError(
                .audienceMismatch,
                "\(subject) was issued to the client \(found.quotedExcerpt) (\(names)), expected "
                    + expected.map(\.quotedExcerpt).joined(separator: " or "))
        }
    }

    private func requirePositive(_ value: JSONValue?, _ subject: String) throws(CredentialError) {
        guard let seconds = Self.integer(value) else { throw invalid(subject, "is not a number of seconds") }
        guard seconds > 0 else {
            throw CredentialError(.credentialExpired, "\(subject) has expired (\(names) is \(seconds))")
        }
    }

    private func requireFuture(_ value: JSONValue?, _ subject: String) throws(CredentialError) {
        let date: NumericDate
        if let seconds = Self.integer(value) {
            date = NumericDate(secondsSinceEpoch: seconds)
        } else if case .decimal(let number)? = value, let seconds = Int64(exactly: number.doubleValue.rounded(.down)) {
            date = NumericDate(secondsSinceEpoch: seconds)
        } else if case .string(let text)? = value, let parsed = NumericDate(timestamp: text) {
            date = parsed
        } else {
            throw invalid(subject, "is not a time")
        }
        guard now < date else {
            throw CredentialError(.credentialExpired, "\(subject) expired at \(date), and it is \(now) (\(names))")
        }
    }

    /// An integer, also as a string of digits.
    private static func integer(_ value: JSONValue?) -> Int64? {
        switch value {
        case .integer(let number)?: number
        case .string(let text)? where 1...18 ~= text.utf8.count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }:
            Int64(text)
        case nil, .null?, .bool?, .decimal?, .string?, .array?, .object?: nil
        }
    }

    private var names: String { requirement.paths.map(\.description).joined(separator: " or ") }

    private func invalid(_ subject: String, _ fault: String) -> CredentialError {
        CredentialError(.credentialInvalid, "\(subject): \(names) \(fault)")
    }
}
