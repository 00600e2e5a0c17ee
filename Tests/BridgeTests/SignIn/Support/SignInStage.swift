import Threads
@testable import Bridge
import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Storage
import StrictJSON
import Testing

/// A clock that stands until it is moved.
final class MovedClock: WallClock {
    private let time: Locked<Int64>

    init(_ time: Int64) {
        self.time = Locked(time)
    }

    func now() -> NumericDate { NumericDate(secondsSinceEpoch: time.withLock { $0 }) }

    func advance(_ seconds: Int64) {
        time.withLock { $0 += seconds }
    }
}

/// A store, a provider and the use case between them.
struct SignInStage: Sendable {
    static let start: Int64 = 1_796_011_924
    static let bridge = "https://bridge.test"

    let clock = MovedClock(SignInStage.start)
    let store = MemoryStore()
    let provider: SignInProvider
    let connection: ProviderConnection
    let signIn: ProviderSignIn

    init(issuer: String = SignInStage.bridge, maximum: Int64? = nil, perNetwork: Int64 = 1000) throws {
        provider = try SignInProvider("example")
        connection = try provider.connection(clock: clock)
        signIn = ProviderSignIn(
            issuer: try IssuerIdentifier(issuer), store: store, clock: clock, maximum: maximum,
            maximumPerNetwork: perNetwork)
    }

    /// A purpose of which nothing hangs.
    static func device() throws -> SignInPurpose {
        .device(
            ConfirmedUserCode(
                clientID: "tv", providerID: nil, handle: try DeviceSessionHandle(DeviceCode("device-code"))))
    }

    /// Begins a sign-in for a device, and lets the provider answer it.
    func begin(
        purpose: SignInPurpose? = nil, browser: BrowserBinding? = nil, from network: ClientNetwork = .local
    ) async throws -> (begun: BegunSignIn, sent: FormParameters) {
        let begun = try await signIn.begin(
            at: connection, purpose: try purpose ?? Self.device(), from: network, browser: browser)
        let sent = try Self.query(of: begun.url)
        try provider.grant(nonce: sent["nonce"], now: clock.now().secondsSinceEpoch)
        return (begun, sent)
    }

    /// Brings a response back, with the state and whatever else.
    func finish(
        _ response: String, browser: BrowserBinding?, at connection: ProviderConnection? = nil
    ) async throws(BridgeError) -> FinishedSignIn {
        try await signIn.finish(at: connection ?? self.connection, response: .query(response), browser: browser)
    }

    /// A sign-in that was proven.
    func proven() async throws -> ProvenTokens {
        let (begun, sent) = try await begin()
        let state = try #require(sent["state"])
        return try await finish("code=c&state=\(state)", browser: begun.browser).result.get()
    }

    /// The same as it is kept for a code.
    func stored() async throws -> (signIn: StoredSignIn, tokens: TokenResponse) {
        let proven = try await proven()
        return (try StoredSignIn(for: proven.identity, policy: MintingPolicy()), proven.tokens)
    }

    /// The parameters in an address.
    static func query(of url: String) throws -> FormParameters {
        let question = try #require(url.utf8.firstIndex(of: UInt8(ascii: "?")))
        return try FormParameters(parsing: url.utf8[question...].dropFirst())
    }

    /// Whether there is anything in the store under a state.
    func holds(state: String) async throws -> Bool {
        try await store.record(RecordKey(.signIn, hashing: state), now: clock.now()) != nil
    }
}
