@testable import Cryptography
@testable import CustomTokens
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Service-account key: texts that are refused")
struct ServiceAccountRefusalTests {
    typealias Code = CustomTokenError.Code

    @Test(
        "B04: JSON of another kind is refused by the name of what it is",
        arguments: [
            (
                "google-services.json", Code.serviceAccountWrongKind,
                ["Android client config", "not a service-account key"]
            ),
            ("authorized_user.json", .serviceAccountWrongKind, ["user credential"]),
            ("client_secret.json", .serviceAccountWrongKind, ["OAuth client"]),
            ("external_account.json", .serviceAccountWrongKind, ["workload identity", "no private key"]),
            ("sa-no-key.json", .serviceAccountIncomplete, ["no private_key"]),
            ("sa-no-email.json", .serviceAccountIncomplete, ["no client_email"]),
            ("sa-null-key.json", .serviceAccountIncomplete, ["private_key", "null"]),
            ("array.json", .serviceAccountMalformed, ["not an object"]),
            ("empty.json", .serviceAccountMalformed, ["empty"]),
            ("sa-camelcase.json", .serviceAccountWrongKind, ["camelCase", "privateKey"]),
        ])
    func reportedCase(_ file: String, _ code: Code, _ words: [String]) throws {
        let text = try Locations.bytes("\(Locations.caseFolder("B04"))/\(file)")
        let error = try refusal { try ServiceAccount(parsing: text) }
        #expect(error.code == code)
        for word in words { #expect(error.reason.contains(word)) }
        let object = try? JSONObject(parsing: text, limits: .document)
        let key = object?["private_key"]?.string ?? object?["privateKey"]?.string ?? ""
        #expect(!KeyWindows(of: Array(key.utf8)).areShown(by: error.reason))
    }

    @Test("B04: every file of the case is in the table")
    func allFiles() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Locations.caseFolder("B04"))
        #expect(files.count == 11)
    }

    @Test(
        "further kinds of JSON are refused by name",
        arguments: [
            (#"{"apiKey":"x","authDomain":"y"}"#, "firebaseConfig"), (#"{"web":{"client_id":"x"}}"#, "OAuth client"),
            (#"{"type":"external_account_authorized_user"}"#, "workforce user"),
            (#"{"type":"impersonated_service_account"}"#, "impersonation"),
            (#"{"type":"gdch_service_account"}"#, "Distributed Cloud"), (#"{"keys":[]}"#, "JSON Web Key Set"),
            (#"{"type":"service_accounts"}"#, "service_accounts"), (#"{"type":"SERVICE_ACCOUNT"}"#, "SERVICE_ACCOUNT"),
        ])
    func kinds(_ text: String, _ words: String) throws {
        let error = try refusal { try ServiceAccount(parsing: Array(text.utf8)) }
        #expect(error.code == .serviceAccountWrongKind)
        #expect(error.reason.contains(words))
    }

    @Test(
        "a required member that is missing, empty or of another kind is named",
        arguments: [
            "type", "client_email", "private_key",
        ])
    func requiredMembers(_ name: String) throws {
        for value in [nil, "", .null, 1, true, .array([]), .object(JSONObject())] as [JSONValue?] {
            let text = try Fixtures.accountJSON([name: value])
            let error = try refusal { try ServiceAccount(parsing: text) }
            #expect(error.code == .serviceAccountIncomplete)
            #expect(error.reason.contains(name))
            #expect(try !KeyWindows(of: Fixtures.keyText("rsa-2048")).areShown(by: error.reason))
        }
    }

    @Test("an optional member of another kind is named", arguments: ["project_id", "private_key_id"])
    func optionalMembers(_ name: String) throws {
        for value in [.null, 1, true, .array([])] as [JSONValue] {
            let error = try refusal { try ServiceAccount(parsing: Fixtures.accountJSON([name: value])) }
            #expect(error.code == .serviceAccountIncomplete)
            #expect(error.reason.contains(name))
        }
    }

    @Test(
        "a duplicate member is refused, for readers differ about which counts",
        arguments: [
            "private_key", "client_email", "type", "x",
        ])
    func duplicates(_ name: String) throws {
        let text =
            String(decoding: try Fixtures.accountJSON(["x": 1]), as: UTF8.self).dropLast() + ",\"\(name)\":\"y\"}"
        let error = try refusal { try ServiceAccount(parsing: Array(text.utf8)) }
        #expect(error.code == .serviceAccountMalformed)
        #expect(error.reason.contains("two members of the same name"))
        #expect(try !KeyWindows(of: Fixtures.keyText("rsa-2048")).areShown(by: error.reason))
    }

    @Test(
        "text of another kind is refused by name",
        arguments: [
            ("", Code.serviceAccountMalformed, "empty"), (" \n", .serviceAccountMalformed, "empty"),
            ("\"\"", .serviceAccountMalformed, "empty"),
            ("-----BEGIN PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----\n", .serviceAccountWrongKind, "PEM"),
            ("<?xml version=\"1.0\"?><plist/>", .serviceAccountWrongKind, "XML"),
            ("key.json", .serviceAccountMalformed, "neither JSON nor base64"),
            ("null", .serviceAccountMalformed, "neither JSON"),
            ("eyJ", .serviceAccountMalformed, "neither JSON"),
            ("{\"type\":", .serviceAccountMalformed, "not valid JSON"),
            ("{\"type\":\"service_account\",}", .serviceAccountMalformed, "not valid JSON"),
            ("{} {}", .serviceAccountMalformed, "after the JSON value"),
        ])
    func otherText(_ text: String, _ code: Code, _ words: String) throws {
        let error = try refusal { try ServiceAccount(parsing: Array(text.utf8)) }
        #expect(error.code == code)
        #expect(error.reason.contains(words))
    }

    @Test("JSON that was cut off anywhere is refused without key text")
    func truncated() throws {
        let text = try Fixtures.accountJSON()
        let windows = KeyWindows(of: try Fixtures.keyText("rsa-2048"))
        for count in stride(from: 1, to: text.count, by: 7) {
            let error = try refusal { try ServiceAccount(parsing: Array(text.prefix(count))) }
            #expect(error.code == .serviceAccountMalformed)
            #expect(!windows.areShown(by: error.reason))
        }
    }

    @Test("a text beyond 64 KiB is refused")
    func tooLarge() throws {
        let text = try Fixtures.accountJSON(["x": .string(String(repeating: "x", count: 65536))])
        #expect(throws: CustomTokenError(.serviceAccountMalformed, "")) { try ServiceAccount(parsing: text) }
    }

    @Test(
        "an address that is none is refused",
        arguments: [
            "svc", "@demo.iam.gserviceaccount.com", "svc@", "svc@localhost", "a@b@c.d", "a@b.c@d",
            "svc @demo.iam.gserviceaccount.com",
            "svc@démo.iam.gserviceaccount.com", "svc@demo.iam.gserviceaccount.com\n", "<html>404</html>",
            String(repeating: "a", count: 251) + "@b.c",
        ])
    func addresses(_ email: String) throws {
        #expect(throws: CustomTokenError(.emailInvalid, "")) {
            try ServiceAccount(parsing: Fixtures.accountJSON(["client_email": .string(email)]))
        }
        #expect(throws: CustomTokenError(.emailInvalid, "")) {
            try ServiceAccount(privateKeyText: Fixtures.keyText("rsa-2048"), email: email)
        }
    }

    @Test(
        "an unusable key is refused with its own code, and the reason names the member (FB-07)",
        arguments: [
            ("rsa-1024", CryptographyError.Code.keyWeak), ("ec-p256", .keyKindNotSupported), ("public", .keyIsPublic),
            ("encrypted-pkcs8", .keyEncrypted), ("encrypted-pkcs1", .keyEncrypted), ("certificate", .keyIsCertificate),
            ("openssh", .keyKindNotSupported), ("ed25519", .keyKindNotSupported),
        ])
    func unusableKeys(_ key: String, _ code: CryptographyError.Code) throws {
        let error = try refusal { try ServiceAccount(parsing: Fixtures.accountJSON(key: key)) }
        #expect(error == CustomTokenError("", unusable: CryptographyError(code, "")))
        #expect(error.keyCode == code)
        #expect(error.reason.hasPrefix("private_key of the service account cannot be used: "))
        #expect(try !KeyWindows(of: Fixtures.keyText(key)).areShown(by: error.reason))
    }
}
