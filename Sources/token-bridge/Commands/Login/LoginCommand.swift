import CustomTokenBridge
import CustomTokens
import Logins
import StrictJSON
import Transport

/// `token-bridge login`: signs a person in from a device, and prints a custom token.
enum LoginCommand: Sendable {
    static let specification = CommandSpecification(
        name: "login", summary: "Sign in from a device: show a code, wait for approval, print a custom token.",
        synopsis: "--bridge URL [options] | --direct --provider ID [options]",
        details: """
            The person opens the address that is shown, on a phone for example, and enters the code. Standard output gets
            the custom token alone; code, address, picture and countdown go to standard error. The picture is left out
            where it does not fit beside them, where standard error is no terminal, and without libqrencode.

            The client must be registered with the bridge: for the grant device_code, or for authorization_code and the
            redirect address http://127.0.0.1/callback where a browser is used. That is chosen where there is a desktop
            and the shell is not a remote one (SSH_CONNECTION); at a bridge without it a code is shown all the same. With
            --browser on a remote shell, the address that the browser ends at, or the code in it, can be pasted. A
            confidential client has its secret in a file, or in BRIDGE_CLIENT_SECRET.

            With --direct there is no bridge: the provider's own device login is run, or with --browser as well its
            sign-in in a browser, and the token is signed here, by a configuration with a key. For the browser the client
            must be registered at the provider with http://127.0.0.1/callback, or with the loopback address that is the
            configuration's redirect_uri.

            With --output json, the result is one object on standard output: custom_token, uid, expires_in, profile.
            Standard error has an object a line: {"login":{"event":...}} with the events code (user_code,
            verification_uri, verification_uri_complete, expires_in, interval), waiting, slow_down (interval),
            unreachable (reason), reachable, browser (url, redirect_uri) and paste_refused (reason).

            With --api-key the custom token is signed in to Firebase at once, and the session is kept in place of printing
            the token: standard output stays empty, or has one object with --output json: account, uid, project, tenant,
            expires_at. token-bridge token then prints a fresh Firebase ID token. The key is no secret; where another
            option of the session is given, $TOKEN_BRIDGE_API_KEY will do. Alone, the variable changes nothing.

            Exit codes: 6 denied, expired or given up by Ctrl-C; 75 the bridge cannot be reached; 5 it answers nonsense, or
            its certificate is not to be trusted; 3 it does not know the client; 4 it refuses otherwise.

            Examples:
              token-bridge login --bridge https://bridge.example.com --client-id tv
              TOKEN=$(token-bridge login --bridge https://bridge.example.com --provider yahoo)
              token-bridge login --direct --provider github --config bridge.json
              token-bridge login --direct --browser --provider corp --config bridge.json
              token-bridge login --bridge https://bridge.example.com --api-key AIza... --account work
            """,
        operands: ([], 0),
        options: [
            .init(name: "bridge", value: .text("URL"), help: "the bridge's issuer; https, or http on this machine"),
            .init(name: "provider", value: .text("ID"), help: "where to sign in (default: the person chooses)"),
            .init(
                name: "client-id", value: .text("ID"),
                help: "who this program is at the bridge (default \(LoginOptions.standardClientID))"),
            .init(name: "client-secret", value: .file("FILE"), help: "the client's secret; - is standard input"),
            .init(
                name: "authorities", value: .file("PEM"),
                help: "authorities to trust beside the system's, for the bridge"),
            .init(name: "device", value: .none, help: "show a code, also where there is a browser"),
            .init(name: "browser", value: .none, help: "sign in in a browser, also on a remote shell"),
            .init(name: "direct", value: .none, help: "sign in at the provider itself, without a bridge"),
            .init(name: "no-qr", value: .none, help: "show no picture of the address"),
            .configuration,
        ] + SessionStart.options,
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        let options = try LoginOptions(arguments, console.environment)
        let session = try SessionStart(arguments, console)
        // A session's tokens are not printed.
        if session == nil || arguments.output == .json { try console.requireOutput() }
        _ = try IssueTime.setTime(of: SystemWallClock())
        let token = try token(options, arguments, console)
        return try finish(token, session, arguments, console)
    }

    private static func token(
        _ options: LoginOptions, _ arguments: Arguments, _ console: Console
    ) throws -> ObtainedToken {
        let screen = LoginScreen(console, picture: options.picture)
        switch options.way {
        case .device(let bridge):
            let login = DeviceLogin(at: try bridge.client(arguments, console), provider: options.provider)
            return try Interruption.result(screen) {
                ObtainedToken(try await login.token { screen.show($0) })
            }
        case .browser(let bridge, let choice):
            let client = try bridge.client(arguments, console)
            let (provider, browser) = (
                options.provider, BrowserScreen(screen: screen, console: console, choice: choice)
            )
            let pastes = options.pastes { browser.refusePaste($0) }
            return try Interruption.result(screen) {
                let redirect = try LoopbackRedirect(path: BrowserLogin.redirectPath)
                do {
                    let login = BrowserLogin(at: client, provider: provider)
                    return ObtainedToken(try await login.token(over: redirect, pasted: pastes) { browser.show($0) })
                } catch let error as LoginError where error.code == .loginNotOffered && choice == .found {
                    // A browser is only the shorter way.
                    let login = DeviceLogin(at: client, provider: provider)
                    return ObtainedToken(try await login.token { screen.show($0) })
                }
            }
        case .directBrowser(let provider):
            let direct = try DirectLogin(provider, arguments, console)
            let browser = BrowserScreen(screen: screen, console: console, choice: .asked)
            let pastes = options.pastes { browser.refusePaste($0) }
            return try Interruption.result(screen) {
                ObtainedToken(try await direct.token(inBrowser: browser, pasted: pastes))
            }
        case .direct(let provider):
            let direct = try DirectLogin(provider, arguments, console)
            return try Interruption.result(screen) { ObtainedToken(try await direct.token(screen)) }
        }
    }

    /// What is done with a custom token once a login has brought it: the one place for all ways to sign in.
    private static func finish(
        _ token: ObtainedToken, _ session: SessionStart?, _ arguments: Arguments, _ console: Console
    ) throws -> ExitCode {
        if let session {
            try session.keep(token, arguments.output, console)
            return .success
        }
        if let userID = token.userID { console.note("signed in as \(userID.quotedExcerpt)") }
        switch arguments.output {
        case .text: try console.print(token.customToken)
        case .json: try console.print(JSONValue.object(token.json).compactText)
        }
        return .success
    }
}
