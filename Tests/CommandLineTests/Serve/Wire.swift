import Foundation
import StrictJSON

/// Where a service listens.
enum Door: Sendable, Equatable {
    case tcp(UInt16)
    case unix(String)
}

/// A connection to a service on which any bytes can be sent.
final class Wire: Sendable {
    private let descriptor: Int32

    /// Connects.
    ///
    /// - Parameters:
    ///   - door: Where to.
    ///   - seconds: How long an answer may take.
    /// - Throws: `ServeFailure` where nobody takes the connection.
    init(_ door: Door, seconds: Int = 20) throws {
        let status: Int32
        switch door {
        case .tcp(let port):
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let own = descriptor
            status = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(own, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        case .unix(let path):
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(107)) }
            let own = descriptor
            status = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(own, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw ServeFailure("nobody listens at \(door): \(errno)")
        }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        unsafe setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes, in pieces; what the other side no longer takes is lost.
    @discardableResult
    func send(_ bytes: [UInt8], pieces: Int = .max) -> Bool {
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + min(pieces, bytes.count))
            let sent = unsafe bytes[start..<end].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            start += sent
        }
        return true
    }

    /// Ends our half, or resets the connection at once.
    func hangUp() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next response; nil where the connection ends before its end.
    func reply() -> Reply? {
        var bytes: [UInt8] = []
        while true {
            if let reply = Reply(bytes) { return reply }
            guard let more = receive(), !more.isEmpty else { return nil }
            bytes += more
        }
    }

    /// All that comes until the other side ends; nil where it does not.
    func rest() -> [UInt8]? {
        var bytes: [UInt8] = []
        while let more = receive() {
            if more.isEmpty { return bytes }
            bytes += more
        }
        return nil
    }

    private func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count < 0 { return errno == ECONNRESET ? [] : nil }
        return Array(buffer[..<count])
    }
}

/// A response.
struct Reply: Sendable {
    let status: Int
    let head: String
    let body: [UInt8]

    /// Reads a whole response with a length.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstRange(of: [13, 10, 13, 10])?.upperBound else { return nil }
        head = String(decoding: bytes[..<end], as: UTF8.self)
        guard let status = Int(head.split(separator: " ").dropFirst().first ?? "") else { return nil }
        self.status = status
        let length = Self.values("content-length", head).first.flatMap { Int($0) } ?? 0
        guard bytes.count >= end + length else { return nil }
        body = Array(bytes[end..<end + length])
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The members of the body.
    var json: JSONObject { (try? JSONObject(parsing: body, limits: .document)) ?? JSONObject() }

    /// The stable code of an error.
    var code: String? { json["error_code"]?.string }

    /// The values of a header field.
    func values(_ name: String) -> [String] { Self.values(name.lowercased(), head) }

    private static func values(_ name: String, _ head: String) -> [String] {
        head.components(separatedBy: "\r\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == name else { return nil }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
    }
}

extension Door {
    /// Sends one request and waits for its response.
    func ask(_ request: [UInt8], seconds: Int = 20) throws -> Reply {
        let wire = try Wire(self, seconds: seconds)
        wire.send(request)
        guard let reply = wire.reply() else { throw ServeFailure("no response") }
        return reply
    }

    /// Gets a path.
    func get(_ path: String, _ fields: KeyValuePairs<String, String> = [:], seconds: Int = 20) throws -> Reply {
        try ask(Self.request("GET", path, fields), seconds: seconds)
    }

    /// Posts a form.
    func post(
        _ path: String, _ form: KeyValuePairs<String, String>, _ fields: KeyValuePairs<String, String> = [:],
        seconds: Int = 20
    ) throws -> Reply {
        try ask(Self.request("POST", path, fields, form: Self.encoded(form)), seconds: seconds)
    }

    /// A request's bytes.
    static func request(
        _ method: String, _ path: String, _ fields: KeyValuePairs<String, String> = [:], form: String? = nil
    ) -> [UInt8] {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: bridge.example\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if let form {
            text += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n"
        }
        return [UInt8]("\(text)\r\n\(form ?? "")".utf8)
    }

    /// A form's text.
    static func encoded(_ form: KeyValuePairs<String, String>) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return form.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
        }.joined(separator: "&")
    }
}
