public import OAuthClient
public import StrictJSON

/// What a device is told when it has asked for a sign-in (RFC 8628, section 3.2).
public struct StartedDeviceSession: Sendable {
    /// What the device polls with.
    public let deviceCode: DeviceCode
    /// What the person types in.
    public let userCode: UserCode
    /// Where the person types it in: short, without the code.
    public let verificationURI: String
    /// The same address with the code, for a QR code.
    public let verificationURIComplete: String
    /// How long both codes live, in seconds.
    public let expiresIn: Int64
    /// How long the device waits between two polls, in seconds.
    public let interval: Int64

    init(deviceCode: DeviceCode, userCode: UserCode, verificationURI: String, settings: DeviceGrantSettings) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        // A user code has only characters that stand for themselves in a query.
        verificationURIComplete = "\(verificationURI)?user_code=\(userCode.secretText)"
        expiresIn = settings.lifetime
        interval = settings.interval
    }

    /// The answer for the device, with the credentials in it.
    public var answer: JSONObject {
        var answer = JSONObject()
        answer["device_code"] = .string(deviceCode.secretText)
        answer["user_code"] = .string(userCode.secretText)
        answer["verification_uri"] = .string(verificationURI)
        answer["verification_uri_complete"] = .string(verificationURIComplete)
        answer["expires_in"] = .integer(expiresIn)
        answer["interval"] = .integer(interval)
        return answer
    }
}

extension StartedDeviceSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where to go, without the codes.
    public var description: String { "a device session at \(verificationURI)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
