import CustomTokenBridge
import Glibc

/// Signs a person in on a device without a browser: `SignInOnDevice BRIDGE CLIENT_ID`.
///
/// The custom token goes to standard output, and what the person must do to standard error.
@main
struct SignInOnDevice {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return print("usage: SignInOnDevice BRIDGE CLIENT_ID") }
        do {
            let bridge = BridgeClient(
                of: try IssuerIdentifier(arguments[1]),
                as: try Client(ClientIdentifier(arguments[2]), authentication: .none),
                transport: try CurlTransport(TransportConfiguration(version: "1.0", proxy: .environment)))
            // It waits until the person has decided, or the code is too old: cancel the task to give it up.
            let token = try await DeviceLogin(at: bridge).token { event in
                switch event {
                case .started(let code, _):
                    say("To sign in, open \(code.verificationURI.text)\nand enter \(code.userCode)")
                case .polling(.unreachable(let reason)):
                    say("The bridge cannot be reached (\(reason)); trying again")
                case .polling: break
                }
            }
            print(token.customToken.secretText)
        } catch {
            let failure = Failure(error)
            say("\(failure.message) (\(failure.code))" + (failure.hint.map { "\nhint: \($0)" } ?? ""))
            exit(failure.exitCode.rawValue)
        }
    }

    private static func say(_ text: String) {
        _ = write(STDERR_FILENO, "\(text)\n", text.utf8.count + 1)
    }
}
