import JOSE
import OAuthClient
import StrictJSON

/// What must hold for addresses, and for documents that providers publish with the time they may be kept.
enum DocumentFuzzing {
    static let issuer = "https://id.example.com"

    /// An address begins with its own parts, and is read again as itself.
    static func endpointURL(_ input: [UInt8]) -> Bool {
        guard let text = String(validating: input, as: UTF8.self), let url = try? EndpointURL(text) else { return true }
        let origin = "\(url.scheme)://\(url.host)"
        let start = text.lowercased()
        guard url.text.hasSameBytes(as: text), start.hasPrefix(origin), url == (try? EndpointURL(url.text)) else {
            return false
        }
        switch start.utf8.dropFirst(origin.utf8.count).first {
        case nil, UInt8(ascii: "/")?, UInt8(ascii: "?")?: return url.port == nil
        case UInt8(ascii: ":")?: return url.port != nil
        default: return false
        }
    }

    /// The input's lines are the fields: nothing is fresh that says `no-store`, no freshness is negative, and the names
    /// of fields have no case.
    static func cacheControl(_ input: [UInt8]) -> Bool {
        let values = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        let names = ["Cache-Control", "Age", "Expires", "Date"]
        let fields = zip(names, values).filter { !$1.isEmpty }.map { HTTPField(name: $0, value: $1) }
        let lowercased = fields.map { HTTPField(name: $0.name.lowercased(), value: $0.value) }
        let forbidden = fields + [HTTPField(name: "cache-control", value: "no-store")]
        let freshness = control(fields).freshness
        return freshness ?? .zero >= .zero && control(lowercased).freshness == freshness
            && control(forbidden).freshness == .zero && values.allSatisfy(keepsDate)
    }

    /// A date that is read is that date: year, day and time come out as they went in.
    private static func keepsDate(_ text: String) -> Bool {
        let epoch = HTTPField(name: "Date", value: "Thu, 01 Jan 1970 00:00:00 GMT")
        let expires = HTTPField(name: "Expires", value: text)
        guard let freshness = control([epoch, expires]).freshness, freshness > .zero else { return true }
        let utc = NumericDate(secondsSinceEpoch: freshness.components.seconds).utc
        let written = [UInt8](text.utf8)
        let read = [UInt8](utc.utf8)
        // Days that a month does not have, and leap seconds, are those after it.
        guard written.count == 29, let day = Int(String(decoding: written[5..<7], as: UTF8.self)) else { return false }
        guard day <= 28, !written[23..<25].elementsEqual("60".utf8) else { return true }
        return read[0..<4].elementsEqual(written[12..<16]) && read[8..<10].elementsEqual(written[5..<7])
            && read[11..<19].elementsEqual(written[17..<25])
    }

    private static func control(_ fields: [HTTPField]) -> CacheControl {
        CacheControl(HTTPResponse(status: 200, fields: fields, body: []))
    }

    /// Every entry of a key set is usable or left out with a reason.
    static func keySet(_ input: [UInt8]) -> Bool {
        [KeySetFormat.jwks, .x509Map].allSatisfy { format in
            guard let set = try? FixedKeySet(parsing: input, format: format) else { return true }
            guard let object = try? JSONObject(parsing: input, limits: .document) else { return false }
            let count: Int? =
                switch format {
                case .jwks: object["keys"]?.array?.count
                case .x509Map: object.members.count
                }
            return set.keys.entries.count + set.skipped.count == count && set.skipped.allSatisfy { !$0.isEmpty }
                && set.keys.entries.allSatisfy { !$0.algorithms.isEmpty }
        }
    }

    /// Metadata is that of the issuer, and each address in it stands there as it was written.
    static func metadata(_ input: [UInt8]) -> Bool {
        guard let members = try? JSONObject(parsing: input, limits: .document),
            let identifier = try? IssuerIdentifier(issuer),
            let metadata = try? AuthorizationServerMetadata(members, expecting: .exactly(identifier))
        else { return true }
        let endpoints = [
            "authorization_endpoint": metadata.authorizationEndpoint, "token_endpoint": metadata.tokenEndpoint,
            "device_authorization_endpoint": metadata.deviceAuthorizationEndpoint,
            "userinfo_endpoint": metadata.userinfoEndpoint, "jwks_uri": metadata.jwksURI,
            "revocation_endpoint": metadata.revocationEndpoint,
            "introspection_endpoint": metadata.introspectionEndpoint,
        ]
        return members["issuer"] == .string(issuer)
            && endpoints.allSatisfy { name, url in
                switch (members[name], url) {
                case (nil, nil), (.null?, nil): true
                case (.string(let text)?, let url?): text.hasSameBytes(as: url.text)
                default: false
                }
            }
    }
}
