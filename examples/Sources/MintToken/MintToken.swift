import CustomTokenBridge

/// Mints a custom token: `MintToken key.json alice`.
@main
struct MintToken {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else { return print("usage: MintToken KEY.json UID") }
        let account = try ServiceAccount(contentsOfFile: CommandLine.arguments[1])
        // The key is probed here, once. Keep the signer: it serves any number of threads.
        let signer = try ServiceAccountSigner(account, clock: SystemWallClock())
        let token = try signer.customToken(
            for: CustomTokenRequest(
                userID: UserID(CommandLine.arguments[2]),
                claims: CustomClaims(parsing: Array(#"{"role":"editor"}"#.utf8)),
                lifetime: TokenLifetime(seconds: 300)))
        print(token.serialized)
    }
}
