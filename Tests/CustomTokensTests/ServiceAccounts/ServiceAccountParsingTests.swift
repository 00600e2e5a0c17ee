import Cryptography
@testable import CustomTokens
import Foundation
import StrictJSON
import Testing

@Suite("Service-account key: texts that are read")
struct ServiceAccountParsingTests {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static let wrappings: [@Sendable ([UInt8]) -> [UInt8]] = [
        { $0 },
        { Array("\n  ".utf8) + $0 + Array(" \r\n\t".utf8) },
        { mark + $0 },
        { mark + Array("\r\n".utf8) + $0 },
        { Array("'".utf8) + $0 + Array("'".utf8) },
        { Array("\"".utf8) + $0 + Array("\"\n".utf8) },
        { Array(Data($0).base64EncodedString().utf8) },
        { Array(Data($0).base64EncodedString(options: .lineLength76Characters).utf8) + [0x0A] },
        { Array("\"\(Data($0).base64EncodedString())\"".utf8) },
        { Array(Data(mark + $0 + [0x0A]).base64EncodedString().utf8) },
    ]

    @Test("blanks, a byte order mark, quotes and base64 around the JSON do no harm", arguments: wrappings.indices)
    func wrapped(_ index: Int) throws {
        let account = try ServiceAccount(parsing: Self.wrappings[index](Fixtures.accountJSON()))
        #expect(account.email == Fixtures.email)
        #expect(account.projectID == "demo-bridge")
        #expect(account.privateKeyID == Fixtures.keyID)
        #expect(account.warnings.isEmpty)
        #expect(try account.privateKey.publicKey.material == PublicKey(parsing: Fixtures.keyText("public")).material)
    }

    @Test("project and key identifier may be missing or empty", arguments: [nil, ""] as [JSONValue?])
    func optionalMembers(_ value: JSONValue?) throws {
        let account = try ServiceAccount(
            parsing: Fixtures.accountJSON(["project_id": value, "private_key_id": value]))
        #expect(account.projectID == nil)
        #expect(account.privateKeyID == nil)
        #expect(account.signingProjectID == "demo-bridge")
    }

    @Test("further members are ignored, whatever they are")
    func furtherMembers() throws {
        let account = try ServiceAccount(
            parsing: Fixtures.accountJSON(["token_uri": 1, "universe_domain": .null, "client_id": .array([])]))
        #expect(account.email == Fixtures.email)
    }

    @Test("a key text in PEM and an address make an account without identifier")
    func fromPEM() throws {
        let account = try ServiceAccount(privateKeyText: Fixtures.keyText("rsa-2048"), email: Fixtures.email)
        #expect(account.privateKeyID == nil)
        #expect(account.projectID == nil)
        #expect(account.signingProjectID == "demo-bridge")
    }

    @Test("16 levels of nesting are read, 17 are refused")
    func depth() throws {
        func nested(_ levels: Int) -> JSONValue {
            (1..<levels).reduce(JSONValue.array([])) { value, _ in .array([value]) }
        }
        #expect(try ServiceAccount(parsing: Fixtures.accountJSON(["x": nested(15)])).email == Fixtures.email)
        #expect(throws: CustomTokenError(.serviceAccountMalformed, "")) {
            try ServiceAccount(parsing: Fixtures.accountJSON(["x": nested(16)]))
        }
    }

    @Test("what the key-file writer writes is read back as the same account")
    func keyFile() throws {
        let original = try Fixtures.account.get()
        let text = try ServiceAccount.keyFile(
            privateKey: original.privateKey, email: original.email, projectID: "demo-bridge",
            privateKeyID: Fixtures.keyID)
        let account = try ServiceAccount(parsing: text)
        #expect(account.email == original.email)
        #expect(account.projectID == original.projectID)
        #expect(account.privateKeyID == original.privateKeyID)
        #expect(account.privateKey.publicKey.material == original.privateKey.publicKey.material)
        #expect(account.warnings.isEmpty)
    }

    @Test("the writer writes the members of Google's files in their order")
    func keyFileMembers() throws {
        let text = try ServiceAccount.keyFile(
            privateKey: Fixtures.account.get().privateKey, email: "a@b.c", projectID: "p", privateKeyID: "k")
        let object = try JSONObject(parsing: text, limits: .document)
        #expect(
            object.names == [
                "type", "project_id", "private_key_id", "private_key", "client_email", "token_uri", "universe_domain",
            ])
        #expect(object["type"] == "service_account")
        #expect(object["private_key"]?.string?.hasPrefix("-----BEGIN PRIVATE KEY-----\n") == true)
    }
}
