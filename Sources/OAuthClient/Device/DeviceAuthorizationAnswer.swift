import StrictJSON

/// The answer to a device authorization request (RFC 8628, section 3.2), read with the tolerance that providers need.
///
/// The caller must always show `userCode` and `verificationURI`, also where it shows the complete address or a
/// picture of it (section 3.3.1): only so can the person tell that it is the code of this device.
public struct DeviceAuthorizationAnswer: Sendable {
    /// The `device_code`, or `code` as Facebook calls it.
    public let deviceCode: DeviceCode
    /// The `user_code` as received, without what does not print.
    public let userCode: String
    /// The `verification_uri`, or `verification_url` as Google calls it.
    public let verificationURI: EndpointURL
    /// The `verification_uri_complete`, where there is one that may be shown.
    public let verificationURIComplete: EndpointURL?
    /// How long the codes live: `expires_in`, 30 s to an hour, and 15 minutes where it is not stated.
    public let lifetime: Duration
    /// The time between two polls: `interval`, 1 to 60 s, and 5 s where it is not stated.
    public let interval: Duration

    /// The longest user code, in bytes.
    public static let maximumUserCodeBytes = 128

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer, of any status.
    ///   - vocabulary: How the provider words refusals.
    ///   - hosts: The hosts that the provider may send the person to.
    /// - Throws: `OAuthClientError` with code `refusedByProvider` where the answer is a refusal, `addressNotAllowed`
    ///   for an address that must not be shown, `providerUnavailable`, or `answerMalformed`, which names the member.
    public init(
        _ answer: DeviceEndpointAnswer, vocabulary: DeviceErrorVocabulary, hosts: VerificationHosts
    ) throws(OAuthClientError) {
        if let refusal = vocabulary.refusal(in: answer) { throw refusal }
        guard answer.isSuccessful else {
            throw OAuthClientError(
                answer.isOutOfOrder ? .providerUnavailable : .answerMalformed,
                "\(vocabulary.provider) answered the device authorization request with status \(answer.status)")
        }
        let members = answer.members
        deviceCode = DeviceCode(try Self.text(["device_code", "code"], in: members))
        userCode = try Self.userCode(in: members)
        verificationURI = try Self.verificationURI(in: members)
        try hosts.check(verificationURI)
        verificationURIComplete = Self.completeURI(in: members, hosts)
        lifetime = ProviderSeconds.lifetime(members["expires_in"]) ?? .seconds(900)
        interval = ProviderSeconds.interval(members["interval"]) ?? .seconds(5)
    }

    /// The first of some members that is there.
    private static func text(_ names: [String], in members: JSONObject) throws(OAuthClientError) -> String {
        for name in names {
            switch members[name] {
            case nil, .null?: continue
            case .string(let text)? where !text.isEmpty: return text
            case .string?: throw malformed("its \(name) is empty")
            case let value?: throw malformed("its \(name) is \(value.kind), not a string")
            }
        }
        throw malformed("it has no \(names[0])")
    }

    private static func userCode(in members: JSONObject) throws(OAuthClientError) -> String {
        let code = ProviderText.printable(try text(["user_code"], in: members))
        guard code.utf8.contains(where: { $0 != 0x20 }) else { throw malformed("its user_code has nothing to show") }
        guard code.utf8.count <= maximumUserCodeBytes else { throw malformed("its user_code is too long") }
        return code
    }

    private static func verificationURI(in members: JSONObject) throws(OAuthClientError) -> EndpointURL {
        let text = try text(["verification_uri", "verification_url"], in: members)
        do throws(OAuthClientError) {
            return try EndpointURL(text)
        } catch {
            throw OAuthClientError(
                error.code,
                "the answer to the device authorization request is unusable: its verification_uri: \(error.reason)")
        }
    }

    /// Left out where it must not be shown: the plain address does without it.
    private static func completeURI(in members: JSONObject, _ hosts: VerificationHosts) -> EndpointURL? {
        guard let text = (members["verification_uri_complete"] ?? members["verification_url_complete"])?.string,
            let url = try? EndpointURL(text), (try? hosts.check(url)) != nil
        else { return nil }
        return url
    }

    private static func malformed(_ reason: String) -> OAuthClientError {
        OAuthClientError(.answerMalformed, "the answer to the device authorization request is unusable: \(reason)")
    }
}
