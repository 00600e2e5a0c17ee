import CredentialProofs
import CustomTokenBridge
import CustomTokens
import OAuthClient
import Providers
import StrictJSON

/// The credential that a command is given, of exactly one kind.
struct CredentialArguments {
    private static let kinds = ["id-token", "access-token", "refresh-token", "code"]

    private let arguments: Arguments
    private let console: Console
    private let kind: String
    private let path: String

    init(_ arguments: Arguments, _ console: Console) throws {
        let specification = ExchangeCommand.specification
        let given = Self.kinds.filter { arguments.has($0) }
        guard let kind = given.first, given.count == 1, let path = arguments[kind] else {
            throw Failure.usage(
                "give exactly one of \(Self.kinds.map { "--\($0)" }.joined(separator: ", "))", specification)
        }
        for option in ["code-verifier", "redirect-uri", "state"] where arguments.has(option) && kind != "code" {
            throw Failure.usage("--\(option) belongs to --code", specification)
        }
        if arguments.has("nonce"), kind == "access-token" || kind == "refresh-token" {
            throw Failure.usage("--nonce belongs to --id-token and --code", specification)
        }
        if arguments.has("save-refresh-token"), kind != "refresh-token" {
            throw Failure.usage("--save-refresh-token belongs to --refresh-token", specification)
        }
        if kind == "code", !arguments.has("redirect-uri") {
            throw Failure.usage("--redirect-uri is missing: a code is bound to it", specification)
        }
        if path == "-", arguments["code-verifier"] == "-" {
            throw Failure.usage("only one thing can be read from standard input", specification)
        }
        if kind == "refresh-token", (arguments["save-refresh-token"] ?? path) == "-" {
            throw Failure.usage(
                "a new refresh token must be kept somewhere", specification,
                hint: "name a file with --save-refresh-token FILE")
        }
        self.arguments = arguments
        self.console = console
        self.kind = kind
        self.path = path
    }

    /// Reads the credential.
    ///
    /// - Parameter provider: Whose it is.
    /// - Returns: The credential.
    /// - Throws: `Failure`, `CustomTokenError`, `CredentialError` or `OAuthClientError`.
    func credential(of provider: ConfiguredProvider) throws -> Credential {
        switch kind {
        case "id-token": return .idToken(UnverifiedIDToken(try text(path, "an ID token")), nonce: try nonce())
        case "access-token": return .accessToken(AccessToken(try text(path, "an access token")))
        case "refresh-token":
            let token = RefreshToken(try text(path, "a refresh token"))
            let keeper = try RefreshTokenFile(arguments, redeemed: token, readFrom: path, console)
            return .refreshToken(token, keeper: keeper)
        default: return try code(for: provider)
        }
    }

    /// How the command ends where the provider cannot be reached: whether the credential is good for another attempt is
    /// told.
    func failure(_ error: CredentialError) -> Failure {
        let failure = Failure(error)
        // What must be put right first says nothing of the credential. But a code may have been sent: to what speaks no
        // HTTP, or before the call that failed.
        guard error.connectionFault == nil || kind == "code" else { return failure }
        let words =
            kind == "code" ? "the code may be used up by then: sign in again" : "the credential may still be good then"
        return Failure(
            code: failure.code, message: failure.message, hint: failure.hint.map { "\($0); \(words)" },
            exitCode: failure.exitCode)
    }

    private func nonce() throws -> CallerNonce {
        guard let text = arguments["nonce"] else { return .none }
        do throws(CredentialError) {
            return .raw(try RawNonce(text))
        } catch {
            throw Failure.usage("--nonce: \(error.reason)", ExchangeCommand.specification)
        }
    }

    /// The code, or the address that it was sent to, of which the state must be that of the sign-in.
    private func code(for provider: ConfiguredProvider) throws -> Credential {
        let typed = try text(path, "an authorization code")
        let redirectURI = try Self.checked("--redirect-uri", .usage) { () throws(OAuthClientError) in
            try RedirectURI(arguments["redirect-uri"] ?? "")
        }
        let proofKey: ProofKeyUse =
            if let path = arguments["code-verifier"] {
                .s256(try proofKey(text(path, "a code verifier")))
            } else {
                .withoutProofKey(because: .leftOutByCaller)
            }
        guard typed.contains("://") else {
            guard !arguments.has("state") else {
                throw Failure.usage(
                    "--state belongs to an address: a code alone has none to compare with",
                    ExchangeCommand.specification)
            }
            guard !typed.contains("code=") else {
                throw Failure.usage(
                    "--code has the parameters of an address, without the address", ExchangeCommand.specification,
                    hint: "give the whole address, and its state with --state")
            }
            let code = try AuthorizationCode(typed: typed, provider.preset.preset.codes.typedForm)
            return .code(
                AuthorizationCodeGrant(code: code, redirectURI: redirectURI, proofKey: proofKey), nonce: try nonce())
        }
        guard let state = arguments["state"] else {
            throw Failure.usage(
                "--state is missing: an address proves by it that it answers your sign-in",
                ExchangeCommand.specification)
        }
        let pending = PendingAuthorization(
            state: try Self.checked("--state", .usage) { () throws(OAuthClientError) in
                try AuthorizationState(restoring: state)
            },
            nonce: .none, proofKey: proofKey, redirectURI: redirectURI, responseMode: .query,
            issuer: provider.responseIssuer(nil))
        let response = try Self.response(typed, to: pending)
        return .code(response.grant, nonce: try nonce(), response: response.unverifiedParameters)
    }

    private static func response(
        _ address: String, to pending: PendingAuthorization
    ) throws -> AuthorizationResponse {
        do throws(OAuthClientError) {
            return try AuthorizationResponse(.pastedAddress(address), to: pending)
        } catch {
            guard error.code == .answerMalformed else { throw error }
            throw Failure(
                code: error.code.rawValue, message: "--code: \(error.reason)",
                hint: "give the address that the browser was sent to, whole", exitCode: .refused)
        }
    }

    private func proofKey(_ text: String) throws -> ProofKey {
        try Self.checked("--code-verifier", .refused) { () throws(OAuthClientError) in try ProofKey(restoring: text) }
    }

    /// What is made of an option's value, whose faults are the caller's, not the configuration's.
    private static func checked<Value>(
        _ option: String, _ exitCode: ExitCode, _ make: () throws(OAuthClientError) -> Value
    ) throws -> Value {
        do throws(OAuthClientError) {
            return try make()
        } catch {
            throw Failure(
                code: error.code.rawValue, message: "\(option): \(error.reason)",
                hint: "give it as the sign-in had it", exitCode: exitCode)
        }
    }

    private func text(_ path: String, _ subject: String) throws -> String {
        let bytes = OuterBlanks.trimmed(try Input(console).secret(path, subject))
        guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
            throw Failure(
                code: "CREDENTIAL_INVALID", message: "\(subject) was expected: the input is empty or no text",
                hint: nil, exitCode: .refused)
        }
        return text
    }
}
