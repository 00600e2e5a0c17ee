import Cryptography
import CustomTokens
import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@testable import KeyRings

@Suite("A key is known whatever it is called")
struct SameKeyTests {
    private static let now = Fixtures.now
    private static let later = now + KeyRing.retentionSeconds

    /// A ring with key 2 active and key 0 in a state.
    private func ring(_ state: KeyState) throws -> TestRing {
        let ring = try TestRing()
        for number in [0, 2] {
            try ring.folder.add(Fixtures.newKey(number), by: .importKey, at: Self.now, auditor: ring.auditor)
        }
        let id = Fixtures.id(0)
        if state == .active || state == .retiring {
            try ring.folder.activate(id, at: Self.now, auditor: ring.auditor)
        }
        if state != .active { try ring.folder.activate(Fixtures.id(2), at: Self.now, auditor: ring.auditor) }
        if state == .retired { try ring.folder.retire(id, at: Self.now, auditor: ring.auditor) }
        if state == .revoked { try ring.folder.revoke(id, at: Self.now, auditor: ring.auditor) }
        #expect(try ring.folder.load().ring[id]?.state == state)
        return ring
    }

    private func add(_ id: String, to ring: TestRing, key number: Int = 0) throws {
        try ring.folder.add(
            Fixtures.newKey(number, id: id), by: .importKey, at: Self.later, auditor: ring.auditor)
    }

    /// Rewrites the state file as a release wrote it that knew no thumbprints.
    private func forgetThumbprints(_ ring: TestRing) throws {
        var state = try JSONObject(parsing: Locations.bytes("\(ring.folder.path)/ring.state"), limits: .document)
        for name in ["keys", "removed"] {
            guard let members = state[name]?.array else { continue }
            state[name] = .array(
                members.compactMap(\.object).map { member in
                    var member = member
                    member["thumbprint"] = nil
                    return .object(member)
                })
        }
        try ring.scratch.write(state.compactBytes, to: "keys/ring.state")
    }

    @Test("it does not come in under a second identifier, whatever its state", arguments: KeyState.allCases)
    func second(_ state: KeyState) throws {
        let ring = try ring(state)
        let before = try ring.scratch.contents()
        let error = try refusal { try add("two", to: ring) }
        #expect(error.code == .keyExists && error.reason.contains(state.rawValue), "\(error.reason)")
        #expect(try ring.scratch.contents() == before)
        #expect(try ring.folder.load().ring["two"] == nil)
    }

    @Test("a key that is revoked signs under no second identifier, even where a state says that it is active")
    func activeTwin() throws {
        let ring = try ring(.revoked)
        var state = try JSONObject(parsing: Locations.bytes("\(ring.folder.path)/ring.state"), limits: .document)
        var twin = JSONObject()
        for (name, value) in ["kid": "two", "state": "active"] { twin[name] = .string(value) }
        for name in ["created_at", "activated_at", "since"] { twin[name] = .integer(1) }
        let keys = try #require(state["keys"]?.array).map { key in
            guard var object = key.object, object["state"]?.string == "active" else { return key }
            object["state"] = .string("retiring")
            return .object(object)
        }
        state["keys"] = .array(keys + [.object(twin)])
        try ring.scratch.write(state.compactBytes, to: "keys/ring.state")
        try ring.scratch.write(
            Locations.bytes("\(ring.folder.path)/\(Fixtures.id(0)).json").replacing(
                [UInt8](Fixtures.id(0).utf8), with: [UInt8]("two".utf8)), to: "keys/two.json")
        let loaded = try ring.folder.load()
        #expect(loaded.ring["two"]?.state == .revoked)
        #expect(try refusal { _ = try loaded.signingKey() }.code == .noActiveKey)
    }

    @Test("a key that was revoked or removed is withdrawn by its name, by itself, and without a name by its thumbprint")
    func withdrawn() throws {
        let ring = try ring(.revoked)
        let keys = try ring.folder.load()
        let revoked = try #require(keys.keys.first { $0.id == Fixtures.id(0) }).account.privateKey.publicKey.material
        let active = try #require(keys.keys.first { $0.id == Fixtures.id(2) }).account.privateKey.publicKey.material
        for id in [nil, Fixtures.id(0), "another"] { #expect(keys.ring.hasWithdrawn(id, revoked)) }
        #expect(keys.ring.hasWithdrawn(Fixtures.id(0), active))
        for id in [nil, Fixtures.id(2), "another"] { #expect(!keys.ring.hasWithdrawn(id, active)) }
        try ring.folder.remove(Fixtures.id(0), at: Self.later, auditor: ring.auditor)
        let left = try ring.folder.load().ring
        for id in [nil, Fixtures.id(0), "another"] { #expect(left.hasWithdrawn(id, revoked)) }
        #expect(!left.hasWithdrawn(Fixtures.id(2), active))
    }

    @Test("a key that was given its right name is not withdrawn by the name from before")
    func rightName() throws {
        let key = try Fixtures.newKey(1)
        let thumbprint = try KeyIdentifier.thumbprint(of: key.publicKey)
        var state = KeyRing(found: [], account: Fixtures.email, active: nil)
        try state.add(String(thumbprint.prefix(40)), account: Fixtures.email, thumbprint: thumbprint, at: Self.now)
        try state.rename(String(thumbprint.prefix(40)), to: "right", at: Self.now)
        #expect(!state.hasWithdrawn("right", key.publicKey.material))
    }

    @Test("nor where an earlier release wrote the state, nor where its file is gone", arguments: [false, true])
    func known(_ isFileGone: Bool) throws {
        let ring = try ring(.revoked)
        if isFileGone {
            try FileManager.default.removeItem(atPath: "\(ring.folder.path)/\(Fixtures.id(0)).json")
        } else {
            try forgetThumbprints(ring)
        }
        #expect(try refusal { try add("two", to: ring) }.code == .keyExists)
    }

    @Test("nor after it was removed, where it was retired or revoked", arguments: [KeyState.retired, .revoked])
    func removed(_ state: KeyState) throws {
        let ring = try ring(state)
        try ring.folder.remove(Fixtures.id(0), at: Self.later, auditor: ring.auditor)
        #expect(try refusal { try add("three", to: ring) }.code == .keyExists)
        // Nor as a file.
        try ring.scratch.write(Fixtures.newKey(0, id: "three").text, to: "keys/three.json")
        let loaded = try ring.folder.load()
        #expect(loaded["three"] == nil && loaded.damaged.map(\.name) == ["three.json"])
        #expect(
            try refusal { try ring.folder.activate("three", at: Self.later, auditor: ring.auditor) }.code
                == .keyUnknown)
    }

    @Test("one that was never trusted may come back by its right identifier")
    func corrected() throws {
        let ring = try ring(.next)
        try ring.folder.remove(Fixtures.id(0), at: Self.now, auditor: ring.auditor)
        try add("right", to: ring)
        #expect(try ring.folder.load()["right"]?.state == .next)
    }

    @Test(
        "a file of a key that is revoked or retired is left out under another identifier, also of an earlier release",
        arguments: [KeyState.retired, .revoked], [false, true])
    func file(_ state: KeyState, _ isEarlier: Bool) throws {
        let ring = try ring(state)
        if isEarlier { try forgetThumbprints(ring) }
        try ring.scratch.write(Fixtures.newKey(0, id: "two").text, to: "keys/a.json")
        let loaded = try ring.folder.load()
        #expect(loaded["two"] == nil && loaded.published.map(\.id) == [Fixtures.id(2)])
        #expect(loaded.damaged.first?.reason.contains(state.rawValue) == true)
        #expect(
            try refusal { try ring.folder.activate("two", at: Self.later, auditor: ring.auditor) }.code == .keyUnknown)
    }

    @Test("where it is there twice all the same, it is revoked with both, and signs by neither")
    func twice() throws {
        let ring = try ring(.next)
        try ring.scratch.write(Fixtures.newKey(0, id: "two").text, to: "keys/two.json")
        #expect(try ring.folder.load()["two"]?.state == .next)
        #expect(
            try refusal { try ring.folder.activate("two", at: Self.now, auditor: ring.auditor) }.code == .stateForbids)
        try ring.folder.revoke(Fixtures.id(0), at: Self.now, auditor: ring.auditor)
        #expect(try ring.folder.load().ring["two"]?.state == .revoked)
    }

    @Test("a state of an earlier release, where it signs and is published by a second identifier too: both are revoked")
    func signing() throws {
        for state in ["active", "retiring", "retired"] {
            let ring = try ring(.next)
            for (id, number) in [("two", 0), ("three", 1)] {
                try ring.scratch.write(Fixtures.newKey(number, id: id).text, to: "keys/\(id).json")
            }
            try ring.folder.activate("three", at: Self.now, auditor: ring.auditor)
            let text = String(decoding: try Locations.bytes("\(ring.folder.path)/ring.state"), as: UTF8.self)
            let signs = #""kid":"three","state":"active""#
            let (next, free) = (#""kid":"two","state":"next""#, #""kid":"three","state":"retiring""#)
            try #require(text.contains(signs) && text.contains(next))
            let edited = text.replacing(next, with: next.replacing("next", with: state))
                .replacing(signs, with: state == "active" ? free : signs)
            try ring.scratch.write([UInt8](edited.utf8), to: "keys/ring.state")
            try #require(try ring.folder.load().ring["two"]?.state.rawValue == state)
            try ring.folder.revoke(Fixtures.id(0), at: Self.now, auditor: ring.auditor)
            let loaded = try ring.folder.load()
            #expect(loaded.ring["two"]?.state == .revoked && loaded.ring[Fixtures.id(0)]?.state == .revoked)
            #expect(!loaded.published.contains { $0.id == "two" || $0.id == Fixtures.id(0) })
        }
    }

    @Test("a state of an earlier release, with a key revoked and next at once, has it revoked")
    func earlier() throws {
        let ring = try ring(.next)
        try ring.scratch.write(Fixtures.newKey(0, id: "two").text, to: "keys/two.json")
        try ring.folder.add(Fixtures.newKey(1), by: .importKey, at: Self.now, auditor: ring.auditor)
        try forgetThumbprints(ring)
        let text = String(decoding: try Locations.bytes("\(ring.folder.path)/ring.state"), as: UTF8.self)
        let before = #""kid":"\#(Fixtures.id(0))","state":""#
        try #require(text.contains("\(before)next") && text.contains(#""kid":"two""#))
        let edited = text.replacing("\(before)next", with: "\(before)revoked")
        try ring.scratch.write([UInt8](edited.utf8), to: "keys/ring.state")
        let loaded = try ring.folder.load()
        #expect(loaded["two"]?.state == .revoked && !loaded.published.contains { $0.id == "two" })
    }

    @Test("an identifier stands for one key: a file with another one is left out, and none is imported in its place")
    func replaced() throws {
        let ring = try ring(.active)
        let file = "keys/\(Fixtures.id(0)).json"
        try ring.scratch.write(Fixtures.newKey(1, id: Fixtures.id(0)).text, to: file)
        let loaded = try ring.folder.load()
        #expect(loaded.active == nil && loaded.damaged.first?.reason.contains("another key") == true)
        try FileManager.default.removeItem(atPath: "\(ring.scratch.path)/\(file)")
        #expect(try refusal { try add(Fixtures.id(0), to: ring, key: 1) }.code == .keyExists)
        try add(Fixtures.id(0), to: ring)
        #expect(try ring.folder.load().active?.id == Fixtures.id(0))
    }

    @Test("one that its publisher renamed is still the same, and a renaming that was broken off goes on")
    func renamed() throws {
        let ring = try ring(.next)
        // The new file is there, and the state does not know it.
        try ring.scratch.write(Fixtures.newKey(0, id: "given").text, to: "keys/given.json")
        try ring.folder.rename(Fixtures.id(0), to: "given", at: Self.now, auditor: ring.auditor)
        #expect(try ring.folder.load()["given"]?.state == .next)
        #expect(try refusal { try add("two", to: ring) }.code == .keyExists)
        #expect(try refusal { try add(Fixtures.id(0), to: ring) }.code == .keyExists)
        try ring.folder.activate("given", at: Self.now, auditor: ring.auditor)
        #expect(try ring.folder.load().active?.id == "given")
    }
}
