import HTTPServer
import StrictJSON

/// Where a server listens.
public enum ListenAddress: Sendable, Equatable {
    /// On an address of this machine; an IPv6 address without brackets.
    case tcp(host: String, port: UInt16)
    /// On a socket in the file system.
    case unix(path: String)
    /// On the sockets that systemd hands over.
    case systemd

    /// Whether only this machine can connect.
    public var isLocal: Bool {
        switch self {
        case .tcp(let host, _): host.isLoopbackHost || host == "::1"
        case .unix: true
        case .systemd: false
        }
    }

    /// Reads an address; the reason why it is none is thrown.
    init(parsing text: String, _ files: ConfigurationFiles) throws(SettingError) {
        if text.hasSameBytes(as: "systemd") {
            self = .systemd
        } else if text.hasPrefix("unix:") {
            self = try Self.unix(String(text.dropFirst(5)), files)
        } else {
            self = try Self.tcp(text)
        }
    }

    private static func unix(_ text: String, _ files: ConfigurationFiles) throws(SettingError) -> ListenAddress {
        let path = files.path(text)
        // The system's limit for the name of a socket, less its end.
        guard !text.isEmpty, path.utf8.count <= 107 else {
            throw SettingError("the path of a socket has 1 to 107 bytes")
        }
        return .unix(path: path)
    }

    private static func tcp(_ text: String) throws(SettingError) -> ListenAddress {
        guard let colon = text.lastIndex(of: ":") else {
            throw SettingError("\(text.argumentExcerpt) is not ADDRESS:PORT, unix:PATH or systemd")
        }
        let digits = text[text.index(after: colon)...]
        guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(digits)
        else {
            throw SettingError("\(text.argumentExcerpt) does not end with a port from 0 to 65535")
        }
        var host = String(text[..<colon])
        guard !host.isEmpty else {
            throw SettingError(
                "\(text.argumentExcerpt) has no address; every address of this machine is 0.0.0.0:\(port)")
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = String(host.dropFirst().dropLast()) }
        let isAddress =
            isBracketed
            ? NetworkAddress(host)?.bytes.count == 16
            : NetworkAddress(host)?.bytes.count == 4 || host.hasSameBytes(as: "localhost")
        guard isAddress else {
            throw SettingError(
                "\(text.argumentExcerpt) has no address of this machine, such as 127.0.0.1, [::1] or localhost")
        }
        return .tcp(host: host, port: port)
    }
}

extension ListenAddress: CustomStringConvertible {
    /// The address as it is configured.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        case .systemd: "systemd"
        }
    }
}
