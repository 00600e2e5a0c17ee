import CCurl
import OAuthClient

/// One attempt to have a request answered.
///
/// Sendable: made by the task that waits for it, handed over to the thread of `TransferLoop`, and touched by that alone,
/// libcurl's callbacks included.
final class Transfer: @unchecked Sendable {
    /// The number by which it is cancelled.
    let number: UInt64
    /// When it is given up.
    let deadline: ContinuousClock.Instant

    private let request: HTTPRequest
    private let fieldLines: [String]
    private let maximumSends: Int
    private let continuation: CheckedContinuation<TransferOutcome, Never>
    private(set) var handle: EasyHandle?
    private var collector: AnswerCollector
    private var sends = 0
    private var hasOpenedSocket = false
    private var hasRefusedAddress = false
    private var hasBegunTLS = false

    /// Makes a transfer.
    ///
    /// - Parameters:
    ///   - number: The number by which it is cancelled.
    ///   - request: The request.
    ///   - fieldLines: Its fields as `FieldRules` gave them.
    ///   - maximumSends: How often the request may be sent, where libcurl finds a kept connection dead only by using it.
    ///   - deadline: When it is given up.
    ///   - maximumHeaderBytes: The most bytes of the answer's status line and fields.
    ///   - continuation: The task that waits.
    init(
        number: UInt64, request: HTTPRequest, fieldLines: [String], maximumSends: Int,
        deadline: ContinuousClock.Instant,
        maximumHeaderBytes: Int, continuation: CheckedContinuation<TransferOutcome, Never>
    ) {
        self.number = number
        self.request = request
        self.fieldLines = fieldLines
        self.maximumSends = maximumSends
        self.deadline = deadline
        self.continuation = continuation
        collector = AnswerCollector(
            maximumHeaderBytes: maximumHeaderBytes, maximumBodyBytes: request.maximumAnswerBytes)
    }

    /// Makes the handle, ready to be added; nil where libcurl refuses.
    func begin(_ options: TransferOptions) -> EasyHandle? {
        guard let handle = EasyHandle() else { return nil }
        options.apply(to: handle, for: request, fieldLines: fieldLines)
        unsafe TransferCallbacks.set(on: handle, for: self)
        guard handle.isComplete else { return nil }
        self.handle = handle
        return handle
    }

    /// Ends with what libcurl says; to be called once, and no other end after it.
    func finish(_ code: CURLcode) {
        guard code == CURLE_OK, let response = collector.response else { return end(.failure(failure(code))) }
        end(.success(response))
    }

    /// Ends because we want it so; to be called once, and no other end after it.
    func abandon(_ code: OAuthClientError.Code, _ cause: String) {
        end(.failure(TransferFailure(code, phase, cause)))
    }

    private func end(_ result: Result<HTTPResponse, TransferFailure>) {
        continuation.resume(returning: TransferOutcome(result: result, sends: sends))
    }

    private func failure(_ code: CURLcode) -> TransferFailure {
        guard let handle, code != CURLE_OK else {
            return TransferFailure(.providerUnavailable, phase, "what was answered is not HTTP as it should be")
        }
        switch collector.excess {
        case .body:
            return TransferFailure(
                .answerTooLarge, .receive, "the body is longer than \(request.maximumAnswerBytes) bytes")
        case .header: return TransferFailure(.answerTooLarge, .receive, "the fields are too long")
        case nil: break
        }
        if hasRefusedAddress {
            return TransferFailure(
                .providerUnavailable, .connect, "plain http is for this machine, and the host's address is elsewhere",
                fault: .plainHTTPElsewhere)
        }
        if code == CURLE_ABORTED_BY_CALLBACK {
            return TransferFailure(
                .providerUnavailable, .receive, "the connection was closed before an answer, and it is not sent twice")
        }
        return CurlFault.failure(code, of: handle, at: phase)
    }

    private var phase: TransferPhase {
        guard let handle else { return .wait }
        guard sends == 0 else {
            let isSent = collector.hasBegun || handle.offset(CURLINFO_SIZE_UPLOAD_T) >= request.body?.count ?? 0
            return isSent ? .receive : .send
        }
        guard hasOpenedSocket else { return .resolve }
        return hasBegunTLS ? .tls : .connect
    }
}

/// What libcurl calls back for.
extension Transfer {
    /// Takes a line of the header section.
    ///
    /// - Returns: How many bytes were taken; fewer than there are ends the transfer.
    func takeLine(_ line: [UInt8]) -> Int {
        collector.takeLine(line)
        return collector.excess == nil ? line.count : 0
    }

    /// Takes a piece of the decoded body.
    ///
    /// - Returns: How many bytes were taken; fewer than there are ends the transfer.
    func takeBody(_ piece: [UInt8]) -> Int {
        collector.takeBody(piece)
        return collector.excess == nil ? piece.count : 0
    }

    /// Tells whether a connection may be made to an address: plain `http` goes to this machine only, or to the metadata
    /// server where that was asked for.
    func mayConnect(family: Int32, address: [UInt8]) -> Bool {
        hasOpenedSocket = true
        let isNear =
            EndpointURL.isMetadataHost(request.url.host)
            ? LoopbackAddress.isLinkLocal(family: family, bytes: address)
            : LoopbackAddress.contains(family: family, bytes: address)
        guard request.url.scheme != "http" || isNear else {
            hasRefusedAddress = true
            return false
        }
        return true
    }

    /// Learns that the connection is made and TLS begins.
    func noteTLS() {
        hasBegunTLS = true
    }

    /// Tells whether the request may be sent over the connection that is there, and counts it.
    ///
    /// libcurl asks again where a kept connection turns out to be dead; a request that must not be repeated may have been
    /// read before it died.
    func maySend() -> Bool {
        guard sends < maximumSends else { return false }
        sends += 1
        return true
    }
}
