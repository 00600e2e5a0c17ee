import Glibc
import Operations
import TestSupport
import Testing

@Suite("Telling systemd (sd_notify)")
struct ServiceManagerTests {
    @Test("Notices arrive as datagrams, at a path and at an abstract name")
    func notices() throws {
        let folder = try ScratchFolder()
        for name in ["\(folder.path)/notify", "@bridge-test-\(getpid())-\(folder.path.suffix(12))"] {
            let socket = try NotifySocket(name)
            let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": name]))
            try manager.notify(.ready, .status("serving"))
            #expect(socket.received() == "READY=1\nSTATUS=serving")
            try manager.notify(.stopping)
            #expect(socket.received() == "STOPPING=1")
            try manager.notify(.watchdog)
            #expect(socket.received() == "WATCHDOG=1")
        }
    }

    @Test("A reload says when, by the clock that systemd compares")
    func reload() throws {
        let folder = try ScratchFolder()
        let socket = try NotifySocket("\(folder.path)/notify")
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "\(folder.path)/notify"]))
        var before = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &before)
        try manager.notify(.reloading)
        var after = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &after)
        let text = socket.received()
        let prefix = "RELOADING=1\nMONOTONIC_USEC="
        try #require(text.hasPrefix(prefix))
        let time = try #require(Int(text.dropFirst(prefix.count)))
        let range = [before, after].map { $0.tv_sec * 1_000_000 + $0.tv_nsec / 1000 }
        #expect(range[0]...range[1] ~= time)
    }

    @Test("A status cannot make up a notice")
    func injection() throws {
        let folder = try ScratchFolder()
        let socket = try NotifySocket("\(folder.path)/notify")
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "\(folder.path)/notify"]))
        try manager.notify(.status("x\nSTOPPING=1"))
        #expect(socket.received() == "STATUS=x\\u{a}STOPPING=1")
    }

    @Test(
        "What names no socket is no service manager",
        arguments: ["", "/", "@", "relative", "vsock:2:1234", "/" + String(repeating: "x", count: 107), "/a\u{0}b"])
    func none(_ name: String) {
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": name]) == nil)
        #expect(ServiceManager(environment: [:]) == nil)
    }

    @Test("A socket that nobody reads is an error, not a crash")
    func gone() throws {
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "/nonexistent/notify"]))
        #expect(throws: OperationsError.self) { try manager.notify(.ready) }
    }
}

/// The other end.
private final class NotifySocket: Sendable {
    private let descriptor: Int32

    init(_ name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = [UInt8](name.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
        }
        try #require(result == 0)
    }

    deinit {
        close(descriptor)
    }

    /// The datagram that is there; empty where there is none.
    func received() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
}
