// The umbrella: one import for everything that an application needs.
@_exported public import Bridge
@_exported public import BridgeServer
@_exported public import Configuration
@_exported public import CredentialProofs
@_exported public import Cryptography
@_exported public import CustomTokens
@_exported public import Failures
@_exported public import FirebaseSessions
@_exported public import HTTPServer
@_exported public import JOSE
@_exported public import KeyRings
@_exported public import Logins
@_exported public import OAuthClient
@_exported public import Operations
@_exported public import Pages
@_exported public import Providers
@_exported public import QRCodes
@_exported public import Storage
@_exported public import StrictJSON
@_exported public import Transport

/// What this library says of itself.
public enum CustomTokenBridge: Sendable {
    /// The version, by the rules of semver.org.
    public static let version = "0.1.0"
}
