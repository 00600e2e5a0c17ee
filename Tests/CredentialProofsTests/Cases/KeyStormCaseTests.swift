import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Case B34: a storm of unknown key identifiers, through the proof of ID tokens")
struct KeyStormCaseTests {
    private static let files = CaseFiles(identifier: "B34")

    private static func stage() throws -> Stage { try files.stage(keys: "jwks-before.json") }

    private static func requests(_ stage: Stage) -> Int { stage.transport.requests(to: Stage.keys).count }

    @Test("the tokens of the case are all refused with two requests at most, and the known key goes on")
    func storm() async throws {
        let lines = try Self.files.bytes("random-kids.txt").split(separator: 0x0A).map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(lines.count >= 40)
        let stage = try Self.stage()
        let known = try Self.files.token("k1.jwt")
        _ = try await stage.identity(known)
        stage.clock.advance(seconds: 30)
        let gate = Gate()
        stage.transport.answer(Stage.keys, .held(gate, .json(try Self.files.bytes("jwks-before.json"))))
        let workers = (0..<8).map { worker in
            Task {
                var refusals = 0
                for index in stride(from: worker, to: lines.count, by: 8) {
                    let error = try await stage.refusal(lines[index])
                    if error.code == .credentialInvalid { refusals += 1 }
                }
                return refusals
            }
        }
        while Self.requests(stage) < 2 { await Task.yield() }
        for _ in 0..<20 { #expect(try await stage.identity(known).subject.value == "user-0001") }
        await gate.open()
        var refusals = 0
        for worker in workers { refusals += try await worker.value }
        #expect(refusals == lines.count)
        #expect(Self.requests(stage) == 2)
    }

    @Test("JWKS-02: 10,000 tokens with random key identifiers make one request in each cooldown")
    func tenThousand() async throws {
        let stage = try Stage()
        _ = try await stage.identity(Forge.token())
        let parts = try Forge.token().split(separator: ".").map { String($0) }
        for round in 0..<2 {
            for index in 0..<5_000 {
                let header = #"{"alg":"RS256","kid":"random-\#(round)-\#(index)"}"#
                let token = "\(Base64URL.encode(header.utf8)).\(parts[1]).\(parts[2])"
                do {
                    _ = try await stage.identity(token)
                    Issue.record("accepted")
                } catch {
                    guard error is CredentialError else { throw error }
                }
            }
            #expect(Self.requests(stage) == 1 + round)
            stage.clock.advance(seconds: 30)
        }
        _ = try await stage.identity(Forge.token())
        #expect(Self.requests(stage) == 2)
    }

    @Test("after a rotation 20 tokens of the new key at once make one request, and all are accepted")
    func rotation() async throws {
        let stage = try Self.stage()
        let token = try Self.files.token("rotated-k2.jwt")
        #expect(try await stage.refusal(token).code == .credentialInvalid)
        stage.clock.advance(seconds: 30)
        let gate = Gate()
        stage.transport.answer(Stage.keys, .held(gate, .json(try Self.files.bytes("jwks-after.json"))))
        let tokens = (0..<20).map { _ in Task { try await stage.identity(token).subject.value } }
        while Self.requests(stage) < 2 { await Task.yield() }
        for _ in 0..<50 { await Task.yield() }
        await gate.open()
        for token in tokens { #expect(try await token.value == "user-0001") }
        #expect(Self.requests(stage) == 2)
    }

    @Test("unknown key identifiers without a usable form make no request at all")
    func forged() async throws {
        let stage = try Stage()
        for index in 0..<100 {
            let header = Base64URL.encode(#"{"alg":"HS256","kid":"random-\#(index)"}"#.utf8)
            _ = try await stage.refusal("\(header).e30.AAAA")
        }
        #expect(stage.transport.requests.isEmpty)
    }
}
