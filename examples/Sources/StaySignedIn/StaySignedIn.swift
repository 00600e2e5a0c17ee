import CustomTokenBridge
import Glibc

/// Keeps somebody signed in to Firebase, and prints an ID token.
///
/// It is `StaySignedIn FOLDER API_KEY PROJECT < custom-token` the first time, and `StaySignedIn FOLDER` from then on,
/// whenever an ID token is needed.
@main
struct StaySignedIn {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 2 || arguments.count == 4 else {
            return print("usage: StaySignedIn FOLDER [API_KEY PROJECT < custom-token]")
        }
        do {
            // Only this user can read what is kept there. A `MemorySessionStore` ends with the process.
            let sessions = SessionFolder(path: arguments[1])
            // `IDENTITY_TOOLKIT` is for tests: the address of a sandbox on this machine.
            let address = getenv("IDENTITY_TOOLKIT").map { String(cString: $0) }
            let firebase = try FirebaseConnection(
                endpoints: FirebaseEndpoints(environment: [:], identityToolkit: address),
                transport: CurlTransport(TransportConfiguration(version: "1.0", proxy: .environment)))
            if arguments.count == 4 {
                let signIn = FirebaseSignIn(
                    apiKey: try WebAPIKey(arguments[2]), project: .exactly(try ProjectID(arguments[3])))
                // Nothing is kept before the ID token was verified, and found to be for the custom token's uid.
                _ = try await FirebaseSession.begin(
                    with: UnverifiedCustomToken(parsing: readLine() ?? ""), signIn, as: .standard, in: sessions,
                    over: firebase)
            }
            // Any number of processes may ask: one of them fetches a new ID token, and the others get the same.
            let session = FirebaseSession(resuming: .standard, in: sessions, over: firebase)
            print(try await session.idToken().secretText)
        } catch {
            let failure = Failure(error)
            print("refused: \(failure.message) (\(failure.code))")
            exit(failure.exitCode.rawValue)
        }
    }
}
