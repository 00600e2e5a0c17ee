import Glibc
import OAuthClient
import StrictJSON

extension TransportConfiguration {
    /// Checks what would otherwise come to light only with the first request.
    ///
    /// - Throws: `OAuthClientError` with code `transportNotUsable`.
    func check() throws(OAuthClientError) {
        guard !version.isEmpty, version.utf8.allSatisfy(FieldRules.isTokenByte) else {
            throw Self.refusal("the version \(version.quotedExcerpt) has characters that have no place in User-Agent")
        }
        guard deadline > .zero, connectDeadline > .zero, maximumHeaderBytes > 0, maximumTransfers > 0 else {
            throw Self.refusal("its deadlines and limits must be above zero")
        }
        guard let file = extraAuthoritiesFile else { return }
        guard !file.isEmpty, !file.utf8.contains(0), unsafe access(file, R_OK) == 0 else {
            throw Self.refusal("the file of authorities \(file.quotedExcerpt) cannot be read")
        }
    }

    private static func refusal(_ reason: String) -> OAuthClientError {
        OAuthClientError(.transportNotUsable, "the transport cannot be set up: \(reason)")
    }
}
