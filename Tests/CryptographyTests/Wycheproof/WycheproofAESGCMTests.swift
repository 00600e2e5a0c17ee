@testable import Cryptography
import StrictJSON
import TestSupport
import Testing

@Suite("Wycheproof: AES-GCM", .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
struct WycheproofAESGCMTests {
    @Test("What is sealed with 256-bit keys, 96-bit nonces and 128-bit tags opens unless anything was changed")
    func opens() throws {
        let file = try WycheproofFile("aes_gcm", groupType: "AeadTest")
        var others = 0
        var sealed = 0
        let tally = try WycheproofTally(of: file) { group in
            let sizes = try ["ivSize", "keySize", "tagSize"].map { try group.fields.integer($0) }
            return { vector in
                guard sizes == [96, 256, 128] else {
                    others += 1
                    return .refused("other sizes")
                }
                let (key, nonce) = (try vector.fields.bytes("key"), try vector.fields.bytes("iv"))
                let (context, message) = (try vector.fields.bytes("aad"), try vector.fields.bytes("msg"))
                let box = try vector.fields.bytes("ct") + vector.fields.bytes("tag")
                if vector.result == .valid {
                    sealed += 1
                    #expect(try AES256GCM.seal(message, key: key, nonce: nonce, context: context) == box)
                }
                guard let opened = try AES256GCM.open(box, key: key, nonce: nonce, context: context) else {
                    return .refused("tag")
                }
                #expect(opened == message)
                return .accepted
            }
        }
        #expect(tally.groups == 45)
        #expect(tally.tests == 316)
        #expect(tally.accepted == 39)
        #expect(sealed == 39)
        #expect(others == 250)
        #expect(tally.refusals == ["other sizes": 250, "tag": 27])
        // The valid ones of other sizes, and nothing else.
        #expect(tally.disagreements.count == 190)
    }
}
