import CCurl
import Glibc
import OAuthClient

/// What a code of libcurl means for us.
///
/// libcurl's own texts are not used: they may quote the address.
enum CurlFault: Sendable {
    /// The failure for a transfer that libcurl ended.
    static func failure(_ code: CURLcode, of handle: EasyHandle, at phase: TransferPhase) -> TransferFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: missed(.resolve, "the host's name has no address")
        case CURLE_COULDNT_RESOLVE_PROXY: missed(.resolve, "the proxy's name has no address")
        case CURLE_COULDNT_CONNECT: missed(.connect, words(forSystemError: handle.number(CURLINFO_OS_ERRNO)))
        case CURLE_OPERATION_TIMEDOUT: timedOut(phase)
        case CURLE_PEER_FAILED_VERIFICATION:
            certificate(handle.number(CURLINFO_SSL_VERIFYRESULT))
        case CURLE_SSL_CACERT_BADFILE:
            unavailable(.tls, "the file of authorities cannot be read", .authoritiesUnreadable)
        case CURLE_SSL_CONNECT_ERROR: handshake(handle.errorText)
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_USE_SSL_FAILED:
            unavailable(.tls, "TLS could not be set up")
        case CURLE_PROXY: unavailable(.connect, "the proxy refused the connection")
        case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: unavailable(.send, "the connection broke")
        case CURLE_RECV_ERROR, CURLE_GOT_NOTHING: ended(handle, phase)
        case CURLE_PARTIAL_FILE: unavailable(.receive, "the answer ended before its announced length")
        case CURLE_BAD_CONTENT_ENCODING: unavailable(.receive, "the answer's content encoding is damaged or unknown")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            unavailable(phase, "what was answered is not HTTP as it should be", .notHTTP)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            unavailable(phase, "what was answered is not HTTP as it should be")
        case CURLE_OUT_OF_MEMORY: unavailable(phase, "there is no memory left")
        default: unavailable(phase, "the exchange failed (libcurl's code \(code.rawValue))")
        }
    }

    private static func unavailable(
        _ phase: TransferPhase, _ cause: String, _ fault: ConnectionFault? = nil
    ) -> TransferFailure {
        TransferFailure(.providerUnavailable, phase, cause, fault: fault)
    }

    private static func certificate(_ result: Int) -> TransferFailure {
        unavailable(.tls, CertificateFault.words(forResult: result), CertificateFault.fault(forResult: result))
    }

    /// A handshake that failed: a server that is restarted, or a balancer before none, breaks it off as well as one that
    /// speaks something else, which alone does not pass by itself.
    private static func handshake(_ text: String) -> TransferFailure {
        // In the words of OpenSSL, which are no one's to translate.
        let isOther = ["wrong version number", "unsupported protocol", "protocol version", "packet length too long"]
            .contains { text.contains($0) }
        return isOther
            ? unavailable(.tls, "the server does not speak TLS 1.2 or later", .notTLS)
            : unavailable(.tls, "the connection broke in the handshake")
    }

    private static func missed(_ phase: TransferPhase, _ cause: String) -> TransferFailure {
        TransferFailure(.providerUnavailable, phase, cause, isMissedConnection: true)
    }

    /// libcurl keeps only the time for the connection; the deadline for everything is the loop's.
    private static func timedOut(_ phase: TransferPhase) -> TransferFailure {
        let cause = "there was no connection in time"
        return phase == .resolve || phase == .connect ? missed(phase, cause) : unavailable(phase, cause)
    }

    private static func ended(_ handle: EasyHandle, _ phase: TransferPhase) -> TransferFailure {
        let status = handle.number(CURLINFO_HTTP_CONNECTCODE)
        // Before the request, what was received can only have come from a proxy.
        if phase == .connect || phase == .tls, status != 0, status / 100 != 2 {
            return unavailable(.connect, "the proxy refused the connection with status \(status)")
        }
        return unavailable(phase, "the connection was closed without a whole answer")
    }

    private static func words(forSystemError number: Int) -> String {
        switch Int32(truncatingIfNeeded: number) {
        case ECONNREFUSED: "the connection was refused"
        case ENETUNREACH, EHOSTUNREACH: "there is no way to the host"
        case ETIMEDOUT: "the host does not answer"
        case ECONNRESET: "the connection was reset"
        case EMFILE, ENFILE: "too many files are open"
        default: "no connection could be made"
        }
    }
}
