import Glibc
import StrictJSON

/// One connection of a browser to `LoopbackRedirect`, for one request.
final class LoopbackConnection {
    /// What the person reads.
    enum Page {
        /// The response was taken.
        case done
        /// It was none of this sign-in, or says no.
        case refused
        /// There is nothing here.
        case notFound
    }

    /// The longest request, in bytes.
    private static let maximumBytes = 32 << 10
    private static let secondsForRequest = 1

    private let descriptor: Int32

    /// Waits for a connection; nil when the time is over.
    init?(acceptedFrom listener: Int32, until deadline: ContinuousClock.Instant) {
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return nil }
            let milliseconds = min(left / .milliseconds(1), 60_000)
            var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard unsafe Glibc.poll(&poll, 1, Int32(milliseconds.rounded(.up))) > 0 else { continue }
            let accepted = accept(listener, nil, nil)
            guard accepted >= 0 else {
                // The listener was shut down, or there are no descriptors left.
                if errno == ECONNABORTED || errno == EINTR { continue }
                return nil
            }
            descriptor = accepted
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            var limit = timeval(tv_sec: Self.secondsForRequest, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                unsafe setsockopt(accepted, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            return
        }
    }

    deinit {
        close(descriptor)
    }

    /// The query of a GET for a path of this server; nil, answered, for everything else.
    ///
    /// The host must be ours: a page elsewhere could have its own name lead to this machine.
    func query(ofPath path: String, authority: String) -> String? {
        guard let head = head() else { return nil }
        let lines = head.split(separator: UInt8(ascii: "\n")).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
        guard words.count == 3, words[0] == "GET", words[1].hasPrefix(path + "?"), hosts.count == 1,
            hosts[0].dropFirst("host:".count).filter({ $0 != " " }) == authority
        else {
            answer(.notFound)
            return nil
        }
        return String(words[1].dropFirst(path.count + 1))
    }

    /// Writes a page that holds nothing of the request, and ends the connection.
    func answer(_ page: Page) {
        let (status, text) =
            switch page {
            case .done: ("200 OK", "You are signed in. You can close this page.")
            case .refused: ("400 Bad Request", "This is not the answer to the running sign-in.")
            case .notFound: ("404 Not Found", "There is nothing here.")
            }
        let body =
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sign-in</title><p>\(text)</p></html>"
        let fields = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "Content-Security-Policy: default-src 'none'",
            "Connection: close",
        ]
        var rest = [UInt8]((fields.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The request up to its empty line; nil where it is cut off, too long or too slow.
    private func head() -> [UInt8]? {
        let deadline = ContinuousClock.now + .seconds(Self.secondsForRequest)
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while head.count < Self.maximumBytes, ContinuousClock.now < deadline {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            head += buffer.prefix(count)
            if head.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) != nil { return head }
        }
        return nil
    }
}
