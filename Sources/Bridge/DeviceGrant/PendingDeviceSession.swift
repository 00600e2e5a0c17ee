public import JOSE
public import OAuthClient
import StrictJSON

/// A device session that waits for a person, as the page shows it (RFC 8628, section 3.3.1).
///
/// It decides nothing: a decision needs a `ConfirmedUserCode`.
public struct PendingDeviceSession: Sendable {
    /// The code that was entered, to be compared with the device's.
    public let userCode: UserCode
    /// The client that asked.
    public let clientID: String
    /// The provider that the device asked for; nil where the person chooses.
    public let providerID: String?
    /// When the device asked.
    public let startedAt: NumericDate
    /// When it is too late.
    public let expiresAt: NumericDate
    /// The network that the device asked from.
    public let network: String
    /// What the form of the page carries, so that only that form, in this browser, confirms the code.
    public let formToken: ConfirmationFormToken
}

/// What the form of the verification page carries beside the code: good in the browser that the page was shown to.
///
/// An address never carries it. So neither a link nor a page of somebody else confirms a code (RFC 8628, section 5.4;
/// RFC 6749, section 10.12).
public struct ConfirmationFormToken: SecretText {
    /// The token itself.
    public let secretText: String

    /// Takes the value of the form's field.
    public init(_ secretText: String) {
        self.secretText = secretText
    }
}
