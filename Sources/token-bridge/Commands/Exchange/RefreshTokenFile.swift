import CredentialProofs
import CustomTokenBridge
import CustomTokens
import Glibc
import OAuthClient
import StrictJSON

/// The file that holds a refresh token from one sign-in to the next.
struct RefreshTokenFile: RefreshTokenKeeper {
    /// The path as it was given.
    private let name: String
    /// The path, links followed: what they lead to is replaced, not they.
    private let path: String
    /// The token that was redeemed, which the file holds already.
    private let redeemed: RefreshToken
    /// Whether the token is written though it is the old one, because the file is another one.
    private let isWritten: Bool
    /// Where the person is told.
    private let console: Console

    /// Finds the place, before the token is redeemed: the old one may be void after that.
    ///
    /// - Throws: `Failure` where no token can be kept there.
    init(_ arguments: Arguments, redeemed: RefreshToken, readFrom path: String, _ console: Console) throws {
        name = arguments["save-refresh-token"] ?? path
        self.path = try Self.place(name)
        self.redeemed = redeemed
        isWritten = arguments.has("save-refresh-token")
        self.console = console
    }

    func keep(_ token: RefreshToken) async throws(CredentialError) {
        let isNew = !token.secretText.hasSameBytes(as: redeemed.secretText)
        guard isNew || isWritten else { return }
        do throws(CustomTokenError) {
            try PrivateFile.replace(path, with: [UInt8]((token.secretText + "\n").utf8))
        } catch {
            throw .refreshTokenNotKept(
                "the refresh token was redeemed, and the new one could not be kept: \(error.reason)")
        }
        if isNew { console.note("the provider gave a new refresh token, which is in \(name.argumentExcerpt)") }
    }

    private static func place(_ path: String) throws -> String {
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
            throw Failure.usage(
                "a new refresh token must be kept in a file, and \(path.argumentExcerpt) is no regular file",
                ExchangeCommand.specification, hint: "name a file with --save-refresh-token FILE")
        }
        let resolved = isThere ? resolved(path) ?? path : path
        let folder =
            resolved.lastIndex(of: "/").map { $0 == resolved.startIndex ? "/" : String(resolved[..<$0]) } ?? "."
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw Failure(
                code: CustomTokenError.Code.fileUnwritable.rawValue,
                message: "a new refresh token could not be kept in \(path.argumentExcerpt): \(SystemError.text(errno))",
                hint: "the token was not redeemed; name another file with --save-refresh-token FILE",
                exitCode: .failure)
        }
        return resolved
    }

    private static func resolved(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(validatingCString: text)
    }
}
