@testable import CustomTokens
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("GOOGLE_APPLICATION_CREDENTIALS (FB-24)")
struct EnvironmentTests {
    private func account(_ value: String?) throws -> ServiceAccount {
        try ServiceAccount(environment: value.map { ["GOOGLE_APPLICATION_CREDENTIALS": $0] } ?? [:])
    }

    @Test("a variable that names a key file gives its account")
    func set() throws {
        let folder = try TestFolder()
        let path = try folder.write(Fixtures.accountJSON(), to: "key.json")
        #expect(try account(path).email == Fixtures.email)
    }

    @Test("a variable that names a file with base64 gives its account")
    func base64() throws {
        let folder = try TestFolder()
        let text = Data(try Fixtures.accountJSON()).base64EncodedString()
        #expect(try account(folder.write(Array(text.utf8), to: "key.b64")).email == Fixtures.email)
    }

    @Test("a variable that is not set or empty is refused by its name", arguments: [nil, ""])
    func unset(_ value: String?) throws {
        let error = try refusal { try account(value) }
        #expect(error.code == .environmentUnusable)
        #expect(error.reason.contains("GOOGLE_APPLICATION_CREDENTIALS is not set"))
    }

    @Test(
        "no other variable is tried",
        arguments: [
            "google_application_credentials", "GOOGLE_CREDENTIALS", "FIREBASE_CONFIG",
            "GOOGLE_APPLICATION_CREDENTIALS_JSON",
        ])
    func otherVariables(_ name: String) throws {
        let folder = try TestFolder()
        let path = try folder.write(Fixtures.accountJSON(), to: "key.json")
        #expect(throws: CustomTokenError(.environmentUnusable, "")) { try ServiceAccount(environment: [name: path]) }
    }

    @Test("JSON in the variable is refused as such, without key text", arguments: ["", " ", "\n"])
    func json(_ blank: String) throws {
        let error = try refusal { try account(blank + String(decoding: try Fixtures.accountJSON(), as: UTF8.self)) }
        #expect(error.code == .environmentUnusable)
        #expect(error.reason.contains("JSON"))
        #expect(error.reason.contains("path of a file"))
        #expect(try !KeyWindows(of: Fixtures.keyText("rsa-2048")).areShown(by: error.reason))
    }

    private static let secrets: [@Sendable () throws -> String] = [
        { String(decoding: try Fixtures.keyText("rsa-2048"), as: UTF8.self) },
        {
            String(decoding: try Fixtures.keyText("rsa-2048"), as: UTF8.self).replacingOccurrences(
                of: "\n", with: "\\n")
        },
        { Data(try Fixtures.accountJSON()).base64EncodedString() },
        { Data(try Fixtures.keyText("rsa-2048")).base64EncodedString() },
        { "\"\(String(decoding: try Fixtures.accountJSON(), as: UTF8.self))\"" },
        {
            // The key first, so that even a short excerpt would show some of it.
            var object = JSONObject()
            object["private_key"] = .string(String(decoding: try Fixtures.keyText("rsa-2048"), as: UTF8.self))
            return "  " + String(decoding: object.compactBytes, as: UTF8.self)
        },
    ]

    @Test("a key in place of a path is refused and not shown (FB-08)", arguments: secrets.indices)
    func secretInstead(_ index: Int) throws {
        let value = try Self.secrets[index]()
        for read in [{ try account(value) }, { try ServiceAccount(contentsOfFile: value) }] {
            let error = try refusal(read)
            #expect([.environmentUnusable, .fileUnreadable].contains(error.code))
            #expect(!KeyWindows(of: Array(value.utf8)).areShown(by: error.reason))
            #expect(try !KeyWindows(of: Fixtures.keyText("rsa-2048")).areShown(by: error.reason))
        }
    }

    @Test("a variable that names no file is an error that names the path; nothing else is tried")
    func missingFile() throws {
        let error = try refusal { try account("/nonexistent/key.json") }
        #expect(error.code == .fileUnreadable)
        #expect(error.reason.contains("/nonexistent/key.json"))
        #expect(error.reason.contains("No such file"))
    }

    @Test("a variable that names an unusable file is an error")
    func unusableFile() throws {
        let folder = try TestFolder()
        #expect(throws: CustomTokenError(.serviceAccountMalformed, "")) {
            try account(folder.write([], to: "key.json"))
        }
        #expect(throws: CustomTokenError(.fileUnreadable, "")) { try account(folder.path) }
    }
}
