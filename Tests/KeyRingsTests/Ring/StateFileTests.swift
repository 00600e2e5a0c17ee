import JOSE
import StrictJSON
import Testing

@testable import KeyRings

@Suite("State file of a key ring")
struct StateFileTests {
    private static let key = #"{"kid":"a","state":"active"}"#

    @Test(
        "anything that is not written by us is refused",
        arguments: [
            "", "{", "[]", "null", #"{"version":1}"#, #"{"version":2,"revision":1,"keys":[]}"#,
            #"{"version":"1","revision":1,"keys":[]}"#, #"{"version":1,"revision":-1,"keys":[]}"#,
            #"{"version":1,"revision":9223372036854775807,"keys":[]}"#,
            #"{"version":1,"revision":9007199254740993,"keys":[]}"#,
            #"{"version":1,"revision":9223372036854775808,"keys":[]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a","state":"retiring","since":9007199254740992}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a","state":"retiring","since":253402300800}]}"#,
            #"{"version":1,"revision":1,"keys":[],"removed":[{"kid":"b","removed_at":253402300800}]}"#,
            #"{"version":1,"revision":1,"keys":[],"rotation":{"started_at":253402300800,"taken":[]}}"#,
            #"{"version":1,"revision":1,"keys":{}}"#, #"{"version":1,"revision":1,"keys":[1]}"#,
            #"{"version":1,"revision":1,"keys":[],"more":1}"#, #"{"version":1,"version":1,"revision":1,"keys":[]}"#,
            #"{"version":1,"revision":1,"keys":[{"state":"next"}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a"}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a","state":"Active"}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"","state":"next"}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a b","state":"next"}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"é","state":"next"}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a","state":"next","since":"1"}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a","state":"next","since":1.5}]}"#,
            #"{"version":1,"revision":1,"keys":[\#(key),\#(key)]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a","state":"next","thumbprint":""}]}"#,
            #"{"version":1,"revision":1,"keys":[{"kid":"a","state":"next","thumbprint":1}]}"#,
            #"{"version":1,"revision":1,"keys":[],"removed":[{"kid":"b","removed_at":1,"thumbprint":"A"}]}"#,
            #"{"version":1,"revision":1,"keys":[\#(key),{"kid":"b","state":"active"}]}"#,
            #"{"version":1,"revision":1,"keys":[\#(key)],"removed":[{"kid":"a","removed_at":1}]}"#,
            #"{"version":1,"revision":1,"keys":[\#(key)],"removed":[{"kid":"b"}]}"#,
            #"{"version":1,"revision":1,"keys":[],"rotation":{}}"#,
            #"{"version":1,"revision":1,"keys":[],"rotation":{"started_at":1,"taken":[{"step":"probe","at":1}]}}"#,
            #"{"version":1,"revision":1,"keys":[],"rotation":{"started_at":1,"taken":[{"step":"generate","at":1}]}}"#,
        ])
    func damaged(text: String) {
        #expect(throws: KeyRingError(.ringDamaged, "")) { try KeyRing(parsing: [UInt8](text.utf8)) }
    }

    @Test("every beginning of a state file is refused")
    func truncated() throws {
        var ring = KeyRing()
        try ring.add("a", account: Fixtures.email, at: Fixtures.now)
        let bytes = ring.json.compactBytes
        for count in 0..<bytes.count {
            #expect(throws: KeyRingError(.ringDamaged, "")) { try KeyRing(parsing: Array(bytes.prefix(count))) }
        }
    }

    @Test("keys that were put there by hand have no times")
    func noTimes() throws {
        let ring = try KeyRing(parsing: [UInt8](#"{"version":1,"revision":0,"keys":[\#(Self.key)]}"#.utf8))
        #expect(ring.active?.since == nil && ring.account == nil)
        #expect(KeyRing.retirement(of: try #require(ring.active)) == nil)
    }
}
