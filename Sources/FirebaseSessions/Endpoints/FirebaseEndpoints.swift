public import CustomTokens
import OAuthClient
import StrictJSON

/// Where Firebase Authentication is reached, and what that says about its ID tokens.
public struct FirebaseEndpoints: Sendable {
    /// Whose they are.
    public enum Kind: Sendable {
        /// Google's: ID tokens are signed.
        case google
        /// Those of a stand-in on this machine that keeps all rules: ID tokens are signed, by its own keys.
        case standIn
        /// The Firebase Auth emulator's, on this machine: ID tokens are not signed.
        case emulator
    }

    /// Whose they are.
    public let kind: Kind
    /// The address that they are beneath; nil for Google's usual ones.
    public let base: String?

    private let identityToolkit: String
    private let secureToken: String
    private let certificateHost: String

    /// Google's.
    public static let google = FirebaseEndpoints(
        kind: .google, base: nil, identityToolkit: "https://identitytoolkit.googleapis.com",
        secureToken: "https://securetoken.googleapis.com", certificateHost: "https://www.googleapis.com")

    /// Those of the emulator.
    ///
    /// - Parameter host: The evidence that an emulator on this machine is in use.
    public init(emulator host: EmulatorHost) {
        self.init(kind: .emulator, beneath: "http://\(host.authority)")
    }

    /// Those at an address: an origin of Google's in the place of Identity Toolkit's, or a stand-in for all of Google on
    /// this machine.
    ///
    /// - Parameter text: `https://` and a host of googleapis.com, or `http://` and a loopback address with its port.
    /// - Throws: `FirebaseSessionError` with code `endpointNotAllowed`.
    public init(identityToolkit text: String) throws(FirebaseSessionError) {
        let url: EndpointURL
        do throws(OAuthClientError) {
            url = try EndpointURL(text)
        } catch {
            throw FirebaseSessionError(.endpointNotAllowed, error.reason, cure: Self.cure)
        }
        let origin = "\(url.scheme)://\(url.host)" + (url.port.map { ":\($0)" } ?? "")
        guard text.lowercased().hasSameBytes(as: origin) || text.lowercased().hasSameBytes(as: origin + "/") else {
            throw FirebaseSessionError(
                .endpointNotAllowed, "\(text.argumentExcerpt) has more than scheme, host and port", cure: Self.cure)
        }
        if url.host.isLoopbackHost {
            self.init(kind: .standIn, beneath: origin)
        } else if url.scheme.hasSameBytes(as: "https"), url.host.hasSuffix(".googleapis.com"), url.port ?? 443 == 443 {
            self.init(
                kind: .google, base: origin, identityToolkit: origin, secureToken: Self.google.secureToken,
                certificateHost: Self.google.certificateHost)
        } else {
            throw FirebaseSessionError(
                .endpointNotAllowed,
                "\(url.host.quotedExcerpt) is no host of googleapis.com: a custom token or refresh token goes nowhere else",
                cure: Self.cure)
        }
    }

    /// Those that the environment and an option choose: the emulator's where `FIREBASE_AUTH_EMULATOR_HOST` is set.
    ///
    /// - Parameters:
    ///   - environment: The environment of the process.
    ///   - identityToolkit: Another address of Identity Toolkit; nil for the usual one.
    /// - Throws: `FirebaseSessionError` with code `endpointNotAllowed`, also where both name one.
    public init(environment: [String: String], identityToolkit: String? = nil) throws(FirebaseSessionError) {
        let emulator = try EmulatorChoice.host(in: environment)
        switch (emulator, identityToolkit) {
        case (nil, nil): self = .google
        case (let host?, nil): self.init(emulator: host)
        case (nil, let text?): try self.init(identityToolkit: text)
        case (_?, _?):
            throw FirebaseSessionError(
                .endpointNotAllowed,
                "\(EmulatorHost.variable) is set, and another address of Identity Toolkit is given",
                cure: "unset the variable, or leave the address out")
        }
    }

    private init(kind: Kind, beneath base: String) {
        self.init(
            kind: kind, base: base, identityToolkit: base + "/identitytoolkit.googleapis.com",
            secureToken: base + "/securetoken.googleapis.com", certificateHost: base + "/www.googleapis.com")
    }

    private init(kind: Kind, base: String?, identityToolkit: String, secureToken: String, certificateHost: String) {
        self.kind = kind
        self.base = base
        self.identityToolkit = identityToolkit
        self.secureToken = secureToken
        self.certificateHost = certificateHost
    }

    private static let cure = "give https://HOST.googleapis.com, or http://127.0.0.1:PORT for tests"

    /// Where a custom token is signed in.
    func signIn(_ key: WebAPIKey) throws(FirebaseSessionError) -> EndpointURL {
        try Self.url("\(identityToolkit)/v1/accounts:signInWithCustomToken?key=\(key.value)")
    }

    /// Where the account of an ID token is looked up.
    func lookUp(_ key: WebAPIKey) throws(FirebaseSessionError) -> EndpointURL {
        try Self.url("\(identityToolkit)/v1/accounts:lookup?key=\(key.value)")
    }

    /// Where a refresh token is redeemed.
    func refresh(_ key: WebAPIKey) throws(FirebaseSessionError) -> EndpointURL {
        try Self.url("\(secureToken)/v1/token?key=\(key.value)")
    }

    /// Where the certificates for ID tokens are published.
    func certificates() throws(FirebaseSessionError) -> EndpointURL {
        try Self.url("\(certificateHost)/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
    }

    private static func url(_ text: String) throws(FirebaseSessionError) -> EndpointURL {
        do throws(OAuthClientError) {
            return try EndpointURL(text)
        } catch {
            throw FirebaseSessionError(.endpointNotAllowed, error.reason)
        }
    }
}
