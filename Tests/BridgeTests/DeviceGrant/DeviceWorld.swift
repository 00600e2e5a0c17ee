import Threads
@testable import Bridge
@testable import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Providers
import Storage
import StrictJSON
import Testing

/// A clock that stands until it is set.
final class SettableClock: WallClock {
    private let seconds = Locked(Int64(1_800_000_000))

    func now() -> NumericDate { NumericDate(secondsSinceEpoch: seconds.withLock { $0 }) }

    func advance(_ by: Int64) { seconds.withLock { $0 += by } }
}

/// Two replicas of the device grant on one store, a device, and a person.
struct DeviceWorld: Sendable {
    static let issuer = "https://bridge.example"
    static let provider = "corp"

    let store: any Store
    let clock = SettableClock()
    let grant: DeviceGrant
    let replica: DeviceGrant
    let tv = RegisteredClient(id: "tv", kind: .publicClient, grants: [.deviceCode], providers: .only(["corp", "shop"]))

    init(
        settings: DeviceGrantSettings? = nil, store: any Store = MemoryStore(),
        random: any RandomSource = SecureRandom(), issuer: String = Self.issuer
    ) throws {
        self.store = store
        func replica(_ clock: any WallClock) throws -> DeviceGrant {
            DeviceGrant(
                store: store, issuer: issuer, secret: try StateSecret(bytes: [UInt8](repeating: 7, count: 32)),
                providerIDs: ["corp", "shop", "other"], settings: try settings ?? DeviceGrantSettings(), clock: clock,
                random: random)
        }
        grant = try replica(clock)
        self.replica = try replica(clock)
    }

    /// A network of many.
    static func network(_ number: Int = 1) throws -> ClientNetwork {
        let bytes = [10, UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8)]
        return try #require(ClientNetwork(addressBytes: bytes + [UInt8(truncatingIfNeeded: number)]))
    }

    /// A /64 of IPv6: a subscriber's /48, and one of its networks.
    static func network(_ subscriber: UInt8, _ number: Int) throws -> ClientNetwork {
        let bytes = [0x20, 0x01, 0x0D, 0xB8, 0, subscriber, UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
        return try #require(ClientNetwork(addressBytes: bytes + [UInt8](repeating: 1, count: 8)))
    }

    /// How many sessions of the client `tv` can be started, one from each network.
    func started(from networks: [ClientNetwork]) async -> Int {
        var count = 0
        for network in networks where (try? await grant.start(client: tv, provider: nil, network: network)) != nil {
            count += 1
        }
        return count
    }

    /// A browser that was not here before, in a network.
    static func browser(_ network: Int = 1) throws -> VerificationOrigin {
        VerificationOrigin(
            network: try Self.network(network), browserSession: try BrowserSessionID(random: SecureRandom()))
    }

    func start(_ provider: String? = nil) async throws -> StartedDeviceSession {
        try await grant.start(client: tv, provider: provider, network: try Self.network())
    }

    /// What a person does who sees the code and says yes to the question about it.
    func confirmed(_ started: StartedDeviceSession) async throws -> ConfirmedUserCode {
        let origin = try Self.browser()
        let shown = try await replica.session(for: started.userCode, from: origin)
        return try await replica.confirm(shown.userCode, formToken: shown.formToken, from: origin)
    }

    /// What a device is refused with.
    func refusal(
        _ code: DeviceCode, client: RegisteredClient? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> BridgeError.Code {
        let error = try await #require(throws: BridgeError.self, sourceLocation: sourceLocation) {
            _ = try await grant.poll(code, client: client ?? tv)
        }
        return error.code
    }

    /// What a person is refused with.
    func refusal(
        _ code: UserCode, from origin: VerificationOrigin, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> BridgeError {
        try await #require(throws: BridgeError.self, sourceLocation: sourceLocation) {
            _ = try await grant.session(for: code, from: origin)
        }
    }

    /// A sign-in as the proofs would give it.
    static func signIn(
        _ subject: String = "s-1", provider id: String = provider, claims: String = #"{"role": "viewer"}"#
    ) throws -> StoredSignIn {
        try StoredSignIn(for: identity(subject, provider: id), policy: policy(claims: claims))
    }

    static func identity(_ subject: String = "s-1", provider id: String = provider) throws -> VerifiedIdentity {
        let configuration = PresetConfiguration(audience: try ClientIdentifiers(["ours"]))
        let preset = try ResolvedPreset(try PresetTable.preset("google"), configuration: configuration)
        let provider = ConfiguredProvider(
            id: id, preset: preset, credential: .secret(ClientSecret("fake-secret-of-ours")),
            userIDs: try preset.userIDMapping())
        let account = """
            {"sub": "\(subject)", "email": "ann@b.example", "email_verified": true, "name": "Ann É",
             "picture": "https://p.example/1"}
            """
        return VerifiedIdentity(
            provider: provider,
            profile: try preset.profile(from: [JSONValue(parsing: Array(account.utf8), limits: .document)]),
            client: "ours", authentication: .unknown, proof: .codeRedeemed,
            provenAt: NumericDate(secondsSinceEpoch: 1_800_000_000), replayMark: nil)
    }

    static func policy(claims: String = #"{"role": "viewer"}"#) throws -> MintingPolicy {
        MintingPolicy(
            claims: try ClaimTemplates(try JSONObject(parsing: Array(claims.utf8), limits: .document)),
            maximumClaimsBytes: 1 << 20)
    }
}

extension DeviceGrant {
    /// A poll that gets the sign-in itself, for tests of all that is not about what is made of it.
    func poll(_ code: DeviceCode, client: RegisteredClient) async throws(BridgeError) -> StoredSignIn {
        do {
            return try await poll(code, client: client) { $0.signIn }
        } catch let error as BridgeError {
            throw error
        } catch {
            throw BridgeError(.cryptographyFailed, "another error: \(error)")
        }
    }
}

/// A store that notes the calls to it.
actor NotingStore: Store {
    private let store = MemoryStore()
    private(set) var calls: [String] = []
    private(set) var payloads: [String] = []

    func reset() { (calls, payloads) = ([], []) }

    func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome {
        calls.append("insert")
        payloads += records.map { String(decoding: $0.payload, as: UTF8.self) }
        return try await store.insert(records, now: now)
    }

    func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        calls.append("record")
        return try await store.record(key, now: now)
    }

    func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome {
        calls.append("replace")
        payloads.append(String(decoding: record.payload, as: UTF8.self))
        return try await store.replace(record, now: now)
    }

    func consume(_ key: RecordKey, version: Int64?, now: NumericDate) async throws(BridgeError) -> StoredRecord? {
        calls.append("consume")
        return try await store.consume(key, version: version, now: now)
    }

    func increment(_ key: RecordKey, for seconds: Int64, now: NumericDate) async throws(BridgeError) -> EventCount {
        calls.append("increment")
        return try await store.increment(key, for: seconds, now: now)
    }

    func sweep(now: NumericDate) async throws(BridgeError) -> Int { try await store.sweep(now: now) }
    func check() async throws(BridgeError) { try await store.check() }
    func close() async { await store.close() }
}

/// Bytes in a given order, round and round.
final class ScriptedRandom: RandomSource {
    private let rest: Locked<(bytes: [UInt8], next: Int)>

    init(_ bytes: [UInt8]) {
        rest = Locked((bytes, 0))
    }

    func bytes(count: Int) -> [UInt8] {
        rest.withLock { rest in
            let drawn = (0..<count).map { rest.bytes[(rest.next + $0) % rest.bytes.count] }
            rest.next += count
            return drawn
        }
    }
}
