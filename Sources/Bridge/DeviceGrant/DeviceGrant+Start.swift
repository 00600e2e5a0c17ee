import Cryptography
import JOSE
import OAuthClient
import StrictJSON

extension DeviceGrant {
    /// User codes that are tried; that one is taken happens once in millions of starts.
    private static let maximumCodes = 8

    /// Starts a session for a device (RFC 8628, section 3.1).
    ///
    /// - Parameters:
    ///   - client: The client, which has proven who it is as far as it can.
    ///   - provider: The provider to sign in at; nil lets the person choose.
    ///   - network: The network that the device asks from.
    ///   - grantedScope: The scope that is granted where the device asked for one; nil where it did not.
    /// - Returns: What the device is told.
    /// - Throws: `BridgeError` with code `clientNotAllowed`, `providerNotAllowed`, `rateLimited`, or one of the store's.
    public func start(
        client: RegisteredClient, provider: String?, network: ClientNetwork, grantedScope: String? = nil
    ) async throws(BridgeError) -> StartedDeviceSession {
        try requireGrant(of: client)
        if let provider { try require(provider, of: client) }
        let now = try clock.bridgeTime()
        // The network first: who is stopped there, uses nothing up for others.
        for limit in try startLimits(client: client, network: network) { try await limit.admit(in: store, now: now) }
        let session = DeviceSession(
            clientID: client.id, providerID: provider, startedAt: now, expiresAt: now + settings.lifetime,
            network: network.text, grantedScope: grantedScope, interval: settings.interval)
        for _ in 0..<Self.maximumCodes {
            let started = StartedDeviceSession(
                deviceCode: DeviceCode(try SecretCode.make(random)),
                userCode: try UserCode(random: random), verificationURI: verificationURI, settings: settings)
            if try await store.insert(try records(of: session, started), now: now) == .inserted { return started }
        }
        throw BridgeError(.storeUnavailable, "no user code is free", retryAfter: 1)
    }

    private func records(
        of session: DeviceSession, _ started: StartedDeviceSession
    ) throws(BridgeError) -> [StoredRecord] {
        let handle = try DeviceSessionHandle(started.deviceCode)
        let (sessionKey, codeKey) = (try handle.key, try RecordKey(started.userCode, secret: secret))
        return [
            StoredRecord(
                key: sessionKey, payload: try payloads.bytes(session.object, for: sessionKey),
                expiration: session.expiresAt + DeviceGrantSettings.afterlife),
            StoredRecord(
                key: codeKey,
                payload: try payloads.bytes(UserCodeRecord(handle: handle).object, for: codeKey),
                expiration: session.expiresAt),
        ]
    }

    private func startLimits(
        client: RegisteredClient, network: ClientNetwork
    ) throws(BridgeError) -> [RateLimit] {
        let limits = settings.startLimits
        let own = [
            RateLimit(
                name: .deviceLogins, key: try .count("network-minute", of: network.text),
                maximum: limits.perNetworkAndMinute,
                seconds: 60, what: "too many sign-ins were started from this network"),
            RateLimit(
                name: .deviceLogins, key: try .count("network", of: network.text),
                maximum: limits.perNetworkAndLifetime, seconds: settings.lifetime,
                what: "too many sign-ins wait for an answer from this network"),
        ]
        let wide = try network.wider.map { (wider) throws(BridgeError) in
            [
                RateLimit(
                    name: .deviceLogins, key: try .count("wide-minute", of: wider),
                    maximum: WideLimit.wide(limits.perNetworkAndMinute), seconds: 60,
                    what: "too many sign-ins were started from the networks around this one"),
                RateLimit(
                    name: .deviceLogins, key: try .count("wide", of: wider),
                    maximum: WideLimit.wide(limits.perNetworkAndLifetime), seconds: settings.lifetime,
                    what: "too many sign-ins wait for an answer from the networks around this one"),
            ]
        }
        return try own + (wide ?? []) + [
            RateLimit(
                name: .deviceLoginsOfClient, key: .count("client", of: client.id),
                maximum: limits.perClientAndLifetime, seconds: settings.lifetime,
                what: "too many sign-ins of this client wait for an answer")
        ]
    }

    /// Returns if a client is registered for the grant.
    func requireGrant(of client: RegisteredClient) throws(BridgeError) {
        guard client.grants.contains(.deviceCode) else {
            throw BridgeError(
                .clientNotAllowed, "the client \(client.id.quotedExcerpt) is not registered for device sign-in")
        }
    }

    /// Returns if a client may use a provider that there is.
    func require(_ provider: String, of client: RegisteredClient) throws(BridgeError) {
        guard providerIDs.contains(where: { $0.hasSameBytes(as: provider) }), client.providers.contains(provider) else {
            throw BridgeError(
                .providerNotAllowed,
                "the client \(client.id.quotedExcerpt) may not use the provider \(provider.quotedExcerpt)")
        }
    }
}
