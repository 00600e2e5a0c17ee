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

    /// Whether it is a response to a request, and says that the person declined.
    ///
    /// What the provider says later, about a code that it gave out, is no word of the person's.
    func declines(_ pending: PendingAuthorization) -> Bool {
        do throws(OAuthClientError) {
            _ = try AuthorizationResponse(self, to: pending)
            return false
        } catch {
            return error.refusal == .denied
        }
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
