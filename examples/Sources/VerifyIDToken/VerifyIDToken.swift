import CustomTokenBridge
import Glibc

/// Proves who an ID token signs in: `VerifyIDToken PROVIDER CLIENT_ID [NONCE] < token`, for example with `google` or
/// `yahoo`.
@main
struct VerifyIDToken {
    static func main() async {
        let arguments = CommandLine.arguments
        guard 3...4 ~= arguments.count, let token = readLine() else {
            return print("usage: VerifyIDToken PROVIDER CLIENT_ID [NONCE] < token")
        }
        do {
            // The audience is ours to say: nothing in a token or request can name it.
            let preset = try ResolvedPreset(
                PresetTable.preset(arguments[1]),
                configuration: PresetConfiguration(audience: ClientIdentifiers([arguments[2]])))
            let provider = ConfiguredProvider(
                id: arguments[1], preset: preset, credential: .none, userIDs: try preset.userIDMapping())
            // Keep the connection: it holds the provider's keys, and fetches them when they change.
            let connection = try ProviderConnection(
                provider, transport: CurlTransport(TransportConfiguration(version: "1.0", proxy: .environment)))
            let nonce = arguments.count == 4 ? CallerNonce.raw(try RawNonce(arguments[3])) : .none
            let identity = try await IDTokenProof(connection).identity(from: UnverifiedIDToken(token), nonce: nonce)
            print("subject \(identity.subject.value) at \(identity.issuer)")
            print("uid     \(try identity.userIDs.userID(for: identity.subject))")
            if identity.profile.emailVerified, let email = identity.profile.email { print("e-mail  \(email.address)") }
        } catch {
            // Every error of the library has a stable code, a sentence, and the exit code that goes with it.
            let failure = Failure(error)
            print("refused: \(failure.message) (\(failure.code))")
            exit(failure.exitCode.rawValue)
        }
    }
}
