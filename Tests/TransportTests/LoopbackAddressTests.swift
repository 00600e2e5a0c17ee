import OAuthClient
import Testing

@testable import Transport

@Suite("Addresses of this machine")
struct LoopbackAddressTests {
    private static let inet: Int32 = 2
    private static let inet6: Int32 = 10

    private static func bytes4(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> [UInt8] {
        [2, 0, 0, 80, a, b, c, d] + Array(repeating: 0, count: 8)
    }

    private static func bytes6(_ address: [UInt8]) -> [UInt8] {
        [10, 0, 0, 80, 0, 0, 0, 0] + address + [0, 0, 0, 0]
    }

    @Test("127.0.0.0/8 and ::1 are")
    func loopback() {
        #expect(LoopbackAddress.contains(family: Self.inet, bytes: Self.bytes4(127, 0, 0, 1)))
        #expect(LoopbackAddress.contains(family: Self.inet, bytes: Self.bytes4(127, 255, 0, 9)))
        #expect(
            LoopbackAddress.contains(
                family: Self.inet6, bytes: Self.bytes6(Array(repeating: 0, count: 15) + [1])))
    }

    @Test("others are not")
    func others() {
        for bytes in [
            Self.bytes4(0, 0, 0, 0), Self.bytes4(10, 127, 0, 1), Self.bytes4(128, 0, 0, 1),
            Self.bytes4(169, 254, 169, 254),
            [], [2, 0, 0, 80, 127],
        ] {
            #expect(!LoopbackAddress.contains(family: Self.inet, bytes: bytes))
        }
        let zeros = Array(repeating: UInt8(0), count: 15)
        for address: [UInt8] in [
            zeros + [0], zeros + [2], [1] + zeros.dropLast() + [1], zeros.dropLast() + [1, 1],
            Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1],
        ] {
            #expect(!LoopbackAddress.contains(family: Self.inet6, bytes: Self.bytes6(address)))
        }
        #expect(!LoopbackAddress.contains(family: Self.inet6, bytes: Array(repeating: 0, count: 23)))
        #expect(!LoopbackAddress.contains(family: 1, bytes: Self.bytes4(127, 0, 0, 1)))
    }

    @Test("plain http connects to this machine only, whatever the name resolves to, and https connects to any")
    func connecting() async throws {
        let plain = try EndpointURL("http://localhost/")
        let secure = try EndpointURL("https://provider.example/")
        for (url, address, mayConnect) in [
            (plain, Self.bytes4(127, 0, 0, 1), true), (plain, Self.bytes4(10, 0, 0, 1), false),
            (secure, Self.bytes4(10, 0, 0, 1), true),
        ] {
            let outcome = await withCheckedContinuation { continuation in
                let transfer = Transfer(
                    number: 1, request: .get(url), fieldLines: [], maximumSends: 1, deadline: .now,
                    maximumHeaderBytes: 1, continuation: continuation)
                #expect(transfer.mayConnect(family: Self.inet, address: address) == mayConnect)
                transfer.abandon(.cancelled, "done")
            }
            #expect(outcome.sends == 0)
        }
    }
}
