import Foundation
import TestSupport
import Testing

/// Outside the gate, suites are skipped where what they need is not there.
///
/// A gate that skips them shows nothing.
@Suite("Gate", .enabled(if: ProcessInfo.processInfo.environment["BRIDGE_GATE"] != nil, "this is not the gate"))
struct GateTests {
    @Test("the vectors of other projects are there")
    func vectors() {
        #expect(Locations.hasVectors, "set BRIDGE_VECTORS to the folder of the vectors")
    }

    @Test("the real counterparties are there")
    func peers() {
        #expect(Peers.python != nil, "Python with venv and the network are needed once")
    }

    @Test("the OpenID providers of others are there", arguments: PeerKind.allCases)
    func providers(kind: PeerKind) {
        #expect(kind.isAvailable, "Python with venv, root, apt-get and the network are needed once")
    }

    @Test("the clients and databases of others are there")
    func clients() {
        let found = [
            "schemathesis": Peers.schemathesis != nil, "pyrebase4": Peers.pyrebase != nil,
            "oidc-agent": Peers.hasOIDCAgent, "clients in Python": ServiceClient.python != nil,
            "client in Go": ServiceClient.app != nil, "PostgreSQL": ServiceReplicas.canRun,
        ]
        for (name, isThere) in found {
            #expect(isThere, "\(name): Python with venv, root, apt-get and the network are needed once")
        }
    }

    @Test(
        "the programs of Debian that tests drive are there",
        arguments: [
            "openssl", "python3", "faketime", "zsh", "fish", "slowhttptest", "tmux", "zbarimg", "softhsm2-util",
            "pkcs11-tool", "strace", "script", "setpriv", "unshare", "curl", "cc", "dash", "systemd-analyze", "gcore",
            "nginx",
        ])
    func programs(name: String) throws {
        #expect(try Subprocess.run("/usr/bin/env", ["which", name]).status == 0, "`make test-deps` installs it")
    }

    @Test("tests may fill a disk of their own up, become another user and look into other processes")
    func rights() throws {
        #expect(geteuid() == 0, "run the gate as root")
        let folder = try ScratchFolder()
        let mount = try Subprocess.run(
            "/usr/bin/env", ["unshare", "--mount", "mount", "-t", "tmpfs", "-o", "size=4m", "none", folder.path])
        #expect(mount.status == 0, "run the gate where root may mount a file system: \(mount.errors)")
    }
}
