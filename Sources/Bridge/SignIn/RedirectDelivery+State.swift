import OAuthClient

extension RedirectDelivery {
    /// The largest response, in bytes.
    private static let maximumResponseBytes = 16 << 10

    /// The state in a response, by which its request is found.
    ///
    /// - Throws: `BridgeError` with code `requestInvalid` or `stateInvalid`.
    func state() throws(BridgeError) -> AuthorizationState {
        guard let text = try received()["state"], SecretCode.hasForm(text),
            let state = try? AuthorizationState(restoring: text)
        else { throw BridgeError(.stateInvalid, "the provider's response has no state of ours") }
        return state
    }

    private func received() throws(BridgeError) -> FormParameters {
        let bytes: [UInt8] =
            switch self {
            case .query(let text): [UInt8](text.utf8)
            case .formPost(let body): body
            case .pastedAddress: throw BridgeError(.requestInvalid, "a callback has a query or a form, no address")
            }
        guard bytes.count <= Self.maximumResponseBytes else {
            throw BridgeError(.requestInvalid, "the response is larger than \(Self.maximumResponseBytes) bytes")
        }
        do throws(OAuthClientError) {
            return try FormParameters(parsing: bytes)
        } catch {
            throw BridgeError(.requestInvalid, error.reason)
        }
    }
}
