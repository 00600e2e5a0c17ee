import Threads
import Glibc
public import OAuthClient
import StrictJSON

/// Receives the one authorization response that a browser on this machine brings (RFC 8252, section 7.3).
///
/// It listens on 127.0.0.1 from the moment it is made and takes no other response than that of its request.
public final class LoopbackRedirect: Sendable {
    /// The redirect address of the authorization request.
    public let redirectURI: RedirectURI
    private let listener: Int32
    private let authority: String
    private let path: String

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - port: The port, where the provider wants the one that is registered; 0 for a free one.
    ///   - path: The path, with its slash.
    /// - Throws: `OAuthClientError` with code `transportNotUsable` where the port is taken, or `addressNotAllowed`.
    public init(port: UInt16 = 0, path: String) throws(OAuthClientError) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.unusable(port, errno) }
        // No SO_REUSEADDR: another program must not be able to share the port (RFC 8252, appendix B.5).
        do throws(OAuthClientError) {
            let bound = try Self.bind(descriptor, port)
            authority = "127.0.0.1:\(bound)"
            redirectURI = try RedirectURI("http://127.0.0.1:\(bound)\(path)")
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        listener = descriptor
    }

    deinit {
        close(listener)
    }

    /// Waits for the response to a request; whatever else comes is turned away and changes nothing.
    ///
    /// - Parameters:
    ///   - pending: What was kept from the request.
    ///   - limit: How long to wait.
    /// - Returns: The response.
    /// - Throws: `OAuthClientError` with code `refusedByProvider` where the provider or the person refused,
    ///   `issuerMismatch`, `answerMalformed`, `cancelled`, or `providerUnavailable` when the time is over.
    public func response(
        to pending: PendingAuthorization, within limit: Duration = .seconds(600)
    ) async throws(OAuthClientError) -> AuthorizationResponse {
        let deadline = ContinuousClock.now + limit
        let result: Result<AuthorizationResponse, OAuthClientError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isStarted = DedicatedThread.start {
                    continuation.resume(returning: self.wait(for: pending, until: deadline))
                }
                if !isStarted {
                    let error = OAuthClientError(.transportNotUsable, "there is no thread to wait on")
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            shutdown(listener, Int32(SHUT_RDWR))
        }
        guard !Task.isCancelled else { throw OAuthClientError(.cancelled, "the sign-in was given up") }
        return try result.get()
    }

    private func wait(
        for pending: PendingAuthorization, until deadline: ContinuousClock.Instant
    ) -> Result<AuthorizationResponse, OAuthClientError> {
        while true {
            guard let connection = LoopbackConnection(acceptedFrom: listener, until: deadline) else {
                return .failure(OAuthClientError(.providerUnavailable, "nobody came back from the browser in time"))
            }
            guard let query = connection.query(ofPath: path, authority: authority) else { continue }
            do throws(OAuthClientError) {
                let response = try AuthorizationResponse(.query(query), to: pending)
                connection.answer(.done)
                return .success(response)
            } catch {
                connection.answer(.refused)
                // Any page and program can call: only a response with our state ends the wait.
                if Self.hasState(of: pending, query) { return .failure(error) }
            }
        }
    }

    private static func hasState(of pending: PendingAuthorization, _ query: String) -> Bool {
        guard let parameters = try? FormParameters(parsing: query.utf8) else { return false }
        return parameters["state"]?.hasSameBytes(as: pending.state.secretText) ?? false
    }

    private static func bind(_ descriptor: Int32, _ port: UInt16) throws(OAuthClientError) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.bind(descriptor, pointer, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard isBound else { throw unusable(port, errno) }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func unusable(_ port: UInt16, _ code: Int32) -> OAuthClientError {
        let reason = code == EADDRINUSE ? "another program has it" : "error \(code)"
        return OAuthClientError(
            .transportNotUsable, "the port \(port) of 127.0.0.1 cannot be listened on: \(reason)")
    }
}
