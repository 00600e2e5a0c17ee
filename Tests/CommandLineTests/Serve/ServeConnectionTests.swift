import TestSupport
import Testing

@Suite("serve: connections of one network")
struct ServeConnectionTests {
    /// The most that one address may have at a listener that others reach.
    private static let most = 64

    /// So many connections, each of which has been answered once or is nil where it was closed at once.
    private static func wires(_ count: Int, to door: Door) throws -> [Wire?] {
        try (0..<count).map { _ in
            let wire = try Wire(door)
            wire.send(Door.request("GET", "/.well-known/jwks.json"))
            return wire.reply()?.status == 200 ? wire : nil
        }
    }

    @Test("a listener that others reach: beyond 64 of one address they are closed, and a place that gets free is taken")
    func others() throws {
        let served = try Served(
            try ServePlant.folder(listen: "0.0.0.0:0").folder, environment: ServePlant.environment)
        let door = try served.door
        var wires = try Self.wires(Self.most + 6, to: door)
        #expect(wires[..<Self.most].allSatisfy { $0 != nil } && wires[Self.most...].allSatisfy { $0 == nil })
        wires.removeFirst(10)
        var isTaken = false
        for _ in 0..<500 where !isTaken { isTaken = try Self.wires(1, to: door)[0] != nil }
        #expect(isTaken && wires.count == Self.most - 4)
    }

    @Test(
        "behind a proxy that is trusted, and on this machine alone, one address has as many as all",
        arguments: [("0.0.0.0:0", #""trusted_proxies": ["127.0.0.0/8"]"#), ("127.0.0.1:0", "")])
    func proxies(listen: String, members: String) throws {
        let served = try Served(
            try ServePlant.folder(members, listen: listen).folder, environment: ServePlant.environment)
        #expect(try Self.wires(Self.most + 6, to: try served.door).allSatisfy { $0 != nil })
    }
}
