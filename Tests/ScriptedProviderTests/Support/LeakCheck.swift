import CredentialProofs
import OAuthClient
import Testing

/// Finds credentials in messages: eight characters in a row are too many.
struct LeakCheck: Sendable {
    private static let known = windows(of: Sent.all.flatMap { [$0, FormURLEncoding.encode($0)] })

    private let windows: Set<UInt64>

    /// Takes the credentials that are always known, some more, and those in requests.
    init(_ more: [String], _ requests: [ReceivedRequest]) {
        let secrets = Set(more + requests.flatMap(Self.secrets)).subtracting(Sent.all)
        windows = Self.known.union(Self.windows(of: secrets.flatMap { [$0, FormURLEncoding.encode($0)] }))
    }

    /// Whether a text shows any.
    func finds(in text: String) -> Bool {
        Self.windows(of: [text]).contains(where: windows.contains)
    }

    /// Expects that nothing of an error shows any.
    func expectNone(in error: CredentialError, _ comment: Comment?, _ location: SourceLocation) {
        for text in [error.reason, "\(error)", String(reflecting: error), error.providerCode ?? ""] {
            let isShown = finds(in: text)
            #expect(!isShown, "\(comment?.rawValue ?? ""): \(text)", sourceLocation: location)
        }
    }

    private static func windows(of texts: some Sequence<String>) -> Set<UInt64> {
        var windows: Set<UInt64> = []
        for text in texts {
            var window: UInt64 = 0
            for (index, byte) in text.utf8.enumerated() {
                window = window << 8 | UInt64(byte)
                if index >= 7 { windows.insert(window) }
            }
        }
        return windows
    }

    private static let names: Set<String> = [
        "code", "code_verifier", "refresh_token", "device_code", "access_token", "client_secret", "input_token",
        "token",
        "secret", "appsecret_proof", "client_assertion",
    ]

    private static func secrets(in request: ReceivedRequest) -> [String] {
        var found: [String] = []
        for text in [request.query, request.text] where !text.isEmpty {
            let parameters = (try? FormParameters(parsing: [UInt8](text.utf8)))?.parameters ?? []
            for parameter in parameters where names.contains(parameter.name) {
                // An app token is the identifier, which is public, and the secret.
                found += parameter.value.split(separator: "|").suffix(1).map(String.init)
            }
        }
        if let field = request["authorization"] { found += field.split(separator: " ").dropFirst().map(String.init) }
        return found
    }
}
