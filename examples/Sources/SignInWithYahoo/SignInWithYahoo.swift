import CustomTokenBridge

/// Signs in at Yahoo in a browser and prints a custom token for Firebase: `SignInWithYahoo CLIENT_ID KEY.json`, with the
/// client secret on standard input and http://127.0.0.1:8765/callback registered at Yahoo.
@main
struct SignInWithYahoo {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let secret = readLine() else {
            return print("usage: SignInWithYahoo CLIENT_ID KEY.json < secret")
        }
        // Read first: a key that is missing should not be noticed after the person has signed in.
        let account = try ServiceAccount(contentsOfFile: arguments[2])
        let preset = try ResolvedPreset(
            PresetTable.preset("yahoo"),
            configuration: PresetConfiguration(audience: ClientIdentifiers([arguments[1]])))
        let yahoo = ConfiguredProvider(
            id: "yahoo", preset: preset, credential: .secret(ClientSecret(secret)),
            userIDs: try preset.userIDMapping())
        let connection = try ProviderConnection(
            yahoo, transport: CurlTransport(TransportConfiguration(version: "1.0", proxy: .environment)))

        let redirect = try LoopbackRedirect(port: 8765, path: "/callback")
        // State and nonce bind what comes back to this request; a code that somebody intercepts needs our secret.
        let request = try yahoo.authorizationRequest(redirectURI: redirect.redirectURI, random: SecureRandom())
        print("Open this address in a browser:\n\n\(request.url)\n")
        let response = try await redirect.response(to: request.pending)

        // The code is redeemed, the ID token is verified, and only then a token is signed.
        let exchange = CredentialExchange(
            verifier: CredentialVerifier(connection),
            policy: MintingPolicy(
                claims: try ClaimTemplates(
                    JSONObject(parsing: Array(#"{"provider":"$provider"}"#.utf8), limits: .token))),
            signer: try ServiceAccountSigner(account, clock: SystemWallClock()))
        let exchanged = try await exchange.exchange(
            .code(response.grant, nonce: CallerNonce(response.nonce), response: response.unverifiedParameters))
        print(exchanged.customToken.serialized)
    }
}
