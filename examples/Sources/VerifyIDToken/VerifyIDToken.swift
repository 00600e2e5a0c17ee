import CustomTokenBridge

/// Proves who an ID token signs in: `VerifyIDToken PROVIDER CLIENT_ID < token`, for example with `google` or `yahoo`.
@main
struct VerifyIDToken {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let token = readLine() else {
            return print("usage: VerifyIDToken PROVIDER CLIENT_ID < token")
        }
        // The audience is ours to say: nothing in a token or request can name it.
        let preset = try ResolvedPreset(
            PresetTable.preset(arguments[1]),
            configuration: PresetConfiguration(audience: ClientIdentifiers([arguments[2]])))
        let provider = ConfiguredProvider(
            id: arguments[1], preset: preset, credential: .none, userIDs: try preset.userIDMapping())
        // Keep the connection: it holds the provider's keys, and fetches them when they change.
        let connection = try ProviderConnection(
            provider, transport: CurlTransport(TransportConfiguration(version: "1.0", proxy: .environment)))
        do {
            let identity = try await IDTokenProof(connection).identity(from: UnverifiedIDToken(token), nonce: .none)
            print("subject \(identity.subject.value) at \(identity.issuer)")
            print("uid     \(try identity.userIDs.userID(for: identity.subject))")
            if identity.profile.emailVerified, let email = identity.profile.email { print("e-mail  \(email.address)") }
        } catch let error as CredentialError {
            print("refused: \(error.reason) (\(error.code.rawValue))")
        }
    }
}
