import Cryptography
import CustomTokens
import Foundation
import TestSupport
import Testing

@Suite("explain with a key, a certificate, and another's")
struct ExplainKeyTests {
    private let folder: ScratchFolder
    private let token: String

    init() throws {
        folder = try ScratchFolder()
        let file = "\(try Locations.caseFolder("B50"))/sa-good.json"
        try folder.write(try Locations.bytes(file), to: "key.json")
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B05"))/sa-rsa3072.json"), to: "other.json")
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B26"))/public.pem"), to: "other.pem")
        let key = try ServiceAccount(contentsOfFile: file).privateKey
        try folder.write(try key.unencryptedPEM(), to: "key.pem")
        try folder.write(try key.publicKey.pem(), to: "public.pem", mode: 0o644)
        token = try TokenBridge.run(["mint", "--service-account", "key.json", "--uid", "alice"], in: folder).text
        let certificate = try TokenBridge.bash(
            "openssl req -x509 -new -key key.pem -subj /CN=1 -days 2 -out cert.pem", in: folder)
        try #require(certificate.status == 0, "\(certificate.errors)")
    }

    private func explain(_ arguments: [String], _ token: String? = nil) throws -> Subprocess {
        try TokenBridge.run(["explain"] + arguments, in: folder, input: [UInt8]((token ?? self.token).utf8))
    }

    @Test(
        "accepts a good token by each form of the key",
        arguments: [
            ["--service-account", "key.json"], ["--certificate", "cert.pem"], ["--public-key", "public.pem"],
            ["--certificate", "public.pem"], ["--public-key", "cert.pem"], ["--public-key=public.pem", "-"],
        ])
    func accepts(arguments: [String]) throws {
        let result = try explain(arguments)
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("accepted\n"))
        #expect(result.text.contains("signature          ok       right by OpenSSL and by libjwt"))
        #expect(result.errors.isEmpty)
    }

    @Test(
        "refuses a good token by another key",
        arguments: [["--service-account", "other.json"], ["--public-key", "other.pem"]])
    func refusesOtherKey(arguments: [String]) throws {
        let result = try explain(arguments)
        #expect(result.status == 4)
        #expect(result.text.hasPrefix("refused: INVALID_CUSTOM_TOKEN\n"))
        #expect(result.text.contains("signature          REFUSED  wrong by OpenSSL and by libjwt"))
    }

    @Test("a key on standard input goes with a token in a file")
    func keyOnStandardInput() throws {
        try folder.write([UInt8](token.utf8), to: "token.txt")
        let result = try TokenBridge.run(
            ["explain", "--public-key", "-", "token.txt"], in: folder,
            input: try Locations.bytes("\(folder.path)/public.pem"))
        #expect(result.status == 0)
    }

    /// What editors, shells and secret stores do around a token, as in the case B53.
    @Test(
        "trims what stands around a token",
        arguments: ["T", "T\n", "T\r\n", "  T \t\n", "\u{FEFF}T\n", "\"T\"\n", "'T'", "\n\nT\n\n"])
    func trims(shape: String) throws {
        let text = shape.replacing("T", with: token.dropLast())
        let result = try explain(["--public-key", "public.pem"], text)
        #expect(result.status == 0)
    }

    @Test(
        "refuses what is changed within a token, and says what",
        arguments: [
            ("T\nT\n", "more than one token"), ("T T", "more than one token"), ("T=\n", "it has padding"),
            ("T==\n", "it has padding"), ("Bearer T\n", "Bearer"), ("T.\n", "four parts|has 4 parts"),
            ("\"T\n", "not strict base64url"), ("T,\n", "not strict base64url"),
            ("\u{FEFF}\u{FEFF}T", "not strict base64url"),
        ])
    func refuses(shape: String, words: String) throws {
        let result = try explain(["--public-key", "public.pem"], shape.replacing("T", with: token.dropLast()))
        #expect(result.status == 4)
        #expect(words.split(separator: "|").contains { result.text.contains($0) }, "\(result.text)")
    }

    @Test("refuses a wrapped token, another alphabet and percent signs")
    func refusesRewritten() throws {
        let middle = token.index(token.startIndex, offsetBy: 76)
        let wrapped = "\(token[..<middle])\n\(token[middle...])"
        #expect(try explain(["--public-key", "public.pem"], wrapped).text.contains("it is wrapped"))
        let standard = token.replacing("-", with: "+").replacing("_", with: "/")
        try #require(standard != token)
        #expect(try explain(["--public-key", "public.pem"], standard).text.contains("the alphabet of standard base64"))
        let percent = try explain(["--public-key", "public.pem"], token.replacing(".", with: "%2E"))
        #expect(percent.status == 4)
        #expect(percent.text.contains("segments           REFUSED"))
    }
}
