import Cryptography
import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// `token-bridge demo`: the main job from beginning to end, with a key that is thrown away.
enum DemoCommand: Sendable {
    private static let account = "demo@token-bridge-demo.iam.gserviceaccount.com"
    private static let project = "token-bridge-demo"

    static let specification = CommandSpecification(
        name: "demo", summary: "Show the main job with a throw-away key: mint a custom token and explain it.",
        synopsis: "", details: "Needs no account and no network, and leaves nothing behind.", operands: ([], 0),
        options: [], run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        let folder = try TemporaryFolder()
        let keyPath = "\(folder.path)/key.json"
        console.note("1. a service-account key to throw away, as Google would hand it out: \(keyPath)")
        try folder.write(try keyFile(), to: keyPath)

        let claims = #"{"role":"editor","level":7}"#
        console.note("2. token-bridge mint --service-account key.json --uid alice --claims '\(claims)'")
        let account = try ServiceAccount(contentsOfFile: keyPath)
        folder.remove()
        let signer = try ServiceAccountSigner(account, clock: SystemWallClock())
        let request = CustomTokenRequest(
            userID: try UserID("alice"), claims: try CustomClaims(parsing: [UInt8](claims.utf8)))
        let token = try signer.customToken(for: request)

        console.note("3. token-bridge explain --service-account key.json --project \(project)")
        let context = ExaminationContext(
            authority: .serviceAccount(account), projectID: project, tenantID: nil, now: try SystemWallClock().now())
        let examination = CustomTokenExamination(of: [UInt8](token.serialized.utf8), in: context)
        switch arguments.output {
        case .text:
            try console.print(token.serialized + "\n")
            try console.print(ExplanationText(examination, isColourful: console.isColourful).text)
        case .json:
            let explanation = ExplanationJSON.value(of: examination)
            let object = JSONObject(["custom_token": .string(token.serialized), "explanation": explanation])
            try console.print(JSONValue.object(object).compactText)
        }
        return examination.verdict == .accepted ? .success : .failure
    }

    private static func keyFile() throws -> [UInt8] {
        return try ServiceAccount.keyFile(
            privateKey: RSAPrivateKey.generate(bits: 2048), email: account, projectID: project,
            privateKeyID: SecureRandom().bytes(count: 20).hexadecimal)
    }
}
