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
}
