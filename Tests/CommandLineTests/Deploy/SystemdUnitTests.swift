import Foundation
import TestSupport
import Testing

@Suite("The units of systemd", .enabled(if: Shell("systemd-analyze").isThere, "systemd is not installed"))
struct SystemdUnitTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for name in ["token-bridge.service", "token-bridge.socket"] {
            // The program is installed elsewhere here.
            let text = try DeploySamples.text(name).replacing(
                "/usr/local/bin/token-bridge", with: Locations.tokenBridge)
            try folder.write([UInt8](text.utf8), to: name, mode: 0o644)
        }
    }

    private func analyze(_ arguments: [String]) throws -> Subprocess {
        try Subprocess.run("/usr/bin/env", ["-C", folder.path, "systemd-analyze"] + arguments)
    }

    @Test("the service's exposure is at most 2.0")
    func exposure() throws {
        let result = try analyze([
            "security", "--offline=true", "--threshold=20", "--no-pager", "./token-bridge.service",
        ])
        #expect(result.status == 0, "\(result.text.suffix(200))")
        #expect(result.text.contains("Overall exposure level for token-bridge.service"), "\(result.errors)")
    }

    @Test("no key in them is unknown, and no value unusable")
    func verified() throws {
        let result = try analyze(["verify", "--man=no", "./token-bridge.service", "./token-bridge.socket"])
        let ours = result.errors.split(separator: "\n").filter { $0.contains("token-bridge") }
        #expect(ours.isEmpty, "\(ours)")
    }
}

@Suite("What systemd and Kubernetes are told of the service")
struct ServiceManagerTests {
    @Test("the end of the service, at most 20 s, fits into the time that it is given")
    func stopTime() throws {
        let seconds = try #require(try DeploySamples.values("TimeoutStopSec", in: "token-bridge.service").first)
        #expect(Int(seconds).map { $0 > 20 } == true)
        #expect(try DeploySamples.text("kubernetes.yaml").contains("terminationGracePeriodSeconds: 30\n"))
    }

    @Test("it tells when it is ready and that it is alive, reloads by a signal, and keeps its key in a credential")
    func kind() throws {
        let unit = "token-bridge.service"
        #expect(try DeploySamples.values("Type", in: unit) == ["notify"])
        #expect(try DeploySamples.values("ExecReload", in: unit) == ["/bin/kill -HUP $MAINPID"])
        #expect(try DeploySamples.values("WatchdogSec", in: unit).count == 1)
        #expect(try DeploySamples.values("DynamicUser", in: unit) == ["yes"])
        #expect(try DeploySamples.values("StateDirectory", in: unit) == ["token-bridge"])
        #expect(try DeploySamples.values("ProtectSystem", in: unit) == ["strict"])
        #expect(try DeploySamples.values("LimitCORE", in: unit) == ["0"])
        #expect(try DeploySamples.values("UMask", in: unit) == ["0077"])
        #expect(try DeploySamples.values("StateDirectoryMode", in: unit) == ["0700"])
        #expect(try DeploySamples.values("NoNewPrivileges", in: unit) == ["yes"])
    }

    @Test("what does not mend itself is not started again: usage and configuration, by their exit codes")
    func restart() throws {
        let unit = "token-bridge.service"
        #expect(try DeploySamples.values("Restart", in: unit) == ["on-failure"])
        #expect(try DeploySamples.values("RestartPreventExitStatus", in: unit) == ["2 3"])
    }

    @Test("the socket is not the one of telemetry")
    func socketName() throws {
        #expect(try DeploySamples.values("FileDescriptorName", in: "token-bridge.socket") == ["http"])
    }

    @Test("the image has all libraries that the program loads when they are first needed")
    func packages() throws {
        let image = try DeploySamples.text("Dockerfile")
        for package in [
            "libcurl4", "libjansson4", "libjwt0", "libmicrohttpd12", "libpq5", "libsqlite3-0", "libssl3", "libstdc++6",
        ] {
            #expect(image.contains(" \(package) ") || image.contains(" \(package)\n"), "\(package)")
        }
        #expect(image.contains("USER 65532:65532\n") && image.contains(#"CMD ["token-bridge", "health"]"#))
    }
}
