import StrictJSON

/// The credentials that a request carried: what an answer quotes of them must not reach a message.
package struct SentSecrets: Sendable {
    private static let replacement = "(redacted)"

    private let values: [String]

    /// Collects credentials.
    ///
    /// - Parameter values: The credentials; empty ones do not count.
    package init(_ values: [String]) {
        // As they are and as they stand in a form; the longest first, for one may be part of another.
        self.values = Set(values.filter { !$0.isEmpty }.flatMap { [$0, FormURLEncoding.encode($0)] })
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    /// An error without them.
    ///
    /// - Parameter error: The error.
    /// - Returns: The error, its words free of all that was sent.
    package func removed(from error: OAuthClientError) -> OAuthClientError {
        guard let providerCode = error.providerCode, isQuoted(in: providerCode) || isQuoted(in: error.reason) else {
            return isQuoted(in: error.reason) ? error.replacing(removed(from: error.reason), error.providerCode) : error
        }
        return error.replacing(removed(from: error.reason), removed(from: providerCode))
    }

    /// The beginning of an answer for the end of a message; empty where nothing printable is in it.
    ///
    /// What was sent is taken out first: cut off, it would not be known any more.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: The beginning, after a colon.
    package func preview(of answer: HTTPResponse) -> String {
        let text = removed(from: String(decoding: answer.body, as: UTF8.self))
        let preview = AnswerPreview(of: [UInt8](text.utf8)).description
        return preview.isEmpty ? "" : ": \(preview.quotedExcerpt)"
    }

    /// An error about an answer, with the beginning of the answer where that is not what was expected.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - answer: The answer.
    /// - Returns: The error, without anything that was sent.
    package func told(_ error: OAuthClientError, about answer: HTTPResponse) -> OAuthClientError {
        let clean = removed(from: error)
        switch error.code {
        case .answerMalformed, .providerUnavailable:
            return clean.replacing(clean.reason + preview(of: answer), clean.providerCode)
        default: return clean
        }
    }

    private func isQuoted(in text: String) -> Bool {
        values.contains { text.contains($0) }
    }

    /// A text without them.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text, free of all that was sent.
    package func removed(from text: String) -> String {
        values.reduce(text) { $0.replacing($1, with: Self.replacement) }
    }
}

extension OAuthClientError {
    fileprivate func replacing(_ reason: String, _ providerCode: String?) -> OAuthClientError {
        OAuthClientError(
            code, reason, providerCode: providerCode, retryAfterSeconds: retryAfterSeconds,
            connectionFault: connectionFault)
    }
}

extension TokenRequest {
    /// The credentials that it carries.
    var secrets: [String] {
        switch grant {
        case .authorizationCode(let grant):
            if case .s256(let proofKey) = grant.proofKey {
                [grant.code.secretText, proofKey.secretText]
            } else {
                [grant.code.secretText]
            }
        case .refreshToken(let token): [token.secretText]
        case .deviceCode(let code): [code.secretText]
        }
    }
}
