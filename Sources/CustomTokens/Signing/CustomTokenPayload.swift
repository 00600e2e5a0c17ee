import JOSE
import StrictJSON

/// The signing input of a custom token, with what is the same in all tokens of an account worked out once.
///
/// - SeeAlso: firebase.google.com/docs/auth/admin/create-custom-tokens
struct CustomTokenPayload: Sendable {
    /// What `aud` is in every custom token.
    static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    /// The encoded header with its dot.
    private let header: [UInt8]
    /// The payload as far as it is the same in all tokens: `{"iss":...,"sub":...,"aud":...,"uid":`.
    private let beginning: [UInt8]

    init(header: JSONObject, accountEmail: String) {
        var text: [UInt8] = []
        Base64URL.append(header.compactBytes, to: &text)
        text.append(UInt8(ascii: "."))
        self.header = text
        var payload: [UInt8] = Array("{".utf8)
        for (name, value) in [("iss", accountEmail), ("sub", accountEmail), ("aud", Self.audience)] {
            payload.appendJSONString(name)
            payload.append(UInt8(ascii: ":"))
            payload.appendJSONString(value)
            payload.append(UInt8(ascii: ","))
        }
        payload.append(contentsOf: #""uid":"#.utf8)
        beginning = payload
    }

    /// The encoded header and payload with the dot between them.
    func signingInput(for request: CustomTokenRequest, issuedAt: NumericDate, expiration: NumericDate) -> [UInt8] {
        let payload = payload(for: request, issuedAt: issuedAt, expiration: expiration)
        var text = header
        text.reserveCapacity(text.count + payload.count * 4 / 3 + 600)
        Base64URL.append(payload, to: &text)
        return text
    }

    /// The payload, not encoded.
    func payload(for request: CustomTokenRequest, issuedAt: NumericDate, expiration: NumericDate) -> [UInt8] {
        var payload = beginning
        payload.appendJSONString(request.userID.value)
        payload.append(contentsOf: #","iat":"#.utf8)
        payload.append(contentsOf: String(issuedAt.secondsSinceEpoch).utf8)
        payload.append(contentsOf: #","exp":"#.utf8)
        payload.append(contentsOf: String(expiration.secondsSinceEpoch).utf8)
        if let tenantID = request.tenantID {
            payload.append(contentsOf: #","tenant_id":"#.utf8)
            payload.appendJSONString(tenantID.value)
        }
        if let claims = request.claims.compactBytes {
            payload.append(contentsOf: #","claims":"#.utf8)
            payload.append(contentsOf: claims)
        }
        payload.append(UInt8(ascii: "}"))
        return payload
    }
}
