import Foundation
import TestSupport
import Testing

@Suite("serve: under systemd")
struct ServeSystemdTests {
    /// The socket that systemd would listen on.
    private final class Manager: Sendable {
        let path: String
        private let descriptor: Int32

        init(_ folder: ScratchFolder) {
            path = "\(folder.path)/notify"
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(107)) }
            let own = descriptor
            _ = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(own, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            var limit = timeval(tv_sec: 15, tv_usec: 0)
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit {
            close(descriptor)
        }

        /// The next message; empty where none comes.
        func message() -> String {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        }

        /// Messages up to one that has a line.
        func messages(until line: String) -> [String] {
            var all: [String] = []
            while let last = Optional(message()), !last.isEmpty {
                all.append(last)
                if last.split(separator: "\n").contains(where: { $0 == line }) { return all }
            }
            return all + ["\(line) never came"]
        }
    }

    @Test("readiness, reloading, the watchdog and the end are told")
    func notifies() throws {
        let plant = try ServePlant.folder()
        let manager = Manager(plant.folder)
        let served = try Served(
            plant.folder,
            environment: ServePlant.environment.merging(["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "400000"]) {
                $1
            })
        let first = manager.message()
        #expect(first.contains("READY=1"), "\(first)")
        #expect(manager.messages(until: "WATCHDOG=1").last?.contains("WATCHDOG=1") == true)
        served.send(SIGHUP)
        let reloading = manager.messages(until: "RELOADING=1")
        #expect(reloading.last?.contains("MONOTONIC_USEC=") == true, "\(reloading)")
        #expect(manager.messages(until: "READY=1").last?.contains("READY=1") == true)
        served.send(SIGTERM)
        #expect(manager.messages(until: "STOPPING=1").last?.contains("STOPPING=1") == true)
        #expect(try served.end() == 0)
    }

    private static let launcher = """
        import os, socket, sys
        made = []
        for place, number in (("service", 3), ("telemetry", 4)):
            made.append(socket.socket())
            made[-1].bind(("127.0.0.1", 0))
            made[-1].listen(64)
        ports = [one.getsockname()[1] for one in made]
        saved = [os.dup(one.fileno()) for one in made]
        saved = [os.fdopen(one, closefd=False) and os.dup2(one, 20 + index) for index, one in enumerate(saved)]
        for index, one in enumerate(saved): os.dup2(one, 3 + index, inheritable=True)
        open("ports", "w").write(" ".join(map(str, ports)))
        os.environ.update(LISTEN_FDS="2", LISTEN_FDNAMES="service:telemetry", LISTEN_PID=os.environ.get("PRETEND", str(os.getpid())))
        os.execv(sys.argv[1], sys.argv[1:])
        """

    @Test("the sockets that it hands over are served, each for what its name says")
    func activated() throws {
        let plant = try ServePlant.folder(listen: "systemd")
        let served = try Served(
            plant.folder, environment: ServePlant.environment.merging(["TOKEN_BRIDGE_TELEMETRY": "systemd"]) { $1 },
            through: ["python3", "-c", Self.launcher])
        let ports = String(decoding: try Locations.bytes("\(plant.folder.path)/ports"), as: UTF8.self)
            .split(separator: " ").compactMap { UInt16($0) }
        #expect(ports.count == 2)
        #expect(try Door.tcp(ports[0]).mint().status == 200)
        #expect(try Door.tcp(ports[1]).get("/healthz/ready").text == "ready\n")
        served.send(SIGTERM)
        #expect(try served.end() == 0)
    }

    @Test("sockets that are for another process are not taken: the start says that there are none")
    func forAnother() throws {
        let plant = try ServePlant.folder(listen: "systemd")
        let served = try Served(
            starting: plant.folder, environment: ServePlant.environment.merging(["PRETEND": "1"]) { $1 },
            through: ["python3", "-c", Self.launcher])
        #expect(try served.end() == 1)
        #expect(served.text.contains("systemd has handed over no socket (LISTEN_FDS)"), "\(served.text)")
    }
}
