import Bridge
import Providers
import StrictJSON
import Testing

@Suite("Templates of developer claims")
struct ClaimTemplatesTests {
    private static func object(_ text: String) throws -> JSONObject {
        try JSONObject(parsing: Array(text.utf8), limits: .document)
    }

    /// What Google says about an account.
    private static func profile(_ claims: String) throws -> ProviderProfile {
        let configuration = PresetConfiguration(audience: try ClientIdentifiers(["ours"]))
        let preset = try ResolvedPreset(try PresetTable.preset("google"), configuration: configuration)
        return try preset.profile(from: [.object(try object(claims))])
    }

    private static let whole =
        #"{"sub": "s-1", "email": "a@b.example", "email_verified": true, "name": "Ann", "picture": "https://p.example/1"}"#

    private static func claims(_ templates: String, _ account: String = whole) throws -> String {
        let claims = try ClaimTemplates(try object(templates)).claims(
            for: try profile(account), provider: "corp", issuer: "https://id.example")
        return JSONValue.object(claims).compactText
    }

    @Test("Each variable stands for what the provider says")
    func replacesVariables() throws {
        let templates = """
            {"p": "$provider", "s": "$subject", "i": "$issuer", "e": "$email", "u": "$email_unverified",
             "v": "$email_verified", "n": "$name", "f": "$picture"}
            """
        #expect(
            try Self.claims(templates)
                == #"{"p":"corp","s":"s-1","i":"https://id.example","e":"a@b.example","u":"a@b.example","v":true,"n":"Ann","f":"https://p.example/1"}"#
        )
    }

    @Test(
        "PRV-31: an address that the provider has not verified is there only where it is asked for as that",
        arguments: [#""email_verified": false"#, #""email_verified": null"#, #""email_verified": "yes""#, #""x": 1"#])
    func withholdsUnverifiedAddresses(_ flag: String) throws {
        let templates = #"{"e": "$email", "u": "$email_unverified", "v": "$email_verified"}"#
        let account = #"{"sub": "s-1", "email": "a@b.example", \#(flag)}"#
        #expect(try Self.claims(templates, account) == #"{"u":"a@b.example","v":false}"#)
    }

    @Test("Claims without a value are left out, at any depth, and empty objects and arrays stay")
    func leavesOutWhatIsMissing() throws {
        let templates =
            #"{"e": "$email", "v": "$email_verified", "a": ["$name", "x", {"p": "$picture"}], "o": {"n": "$name"}}"#
        #expect(try Self.claims(templates, #"{"sub": "s-1"}"#) == #"{"a":["x",{}],"o":{}}"#)
    }

    @Test("Other values stay as they are, digits and all")
    func keepsConstants() throws {
        let text =
            #"{"t":true,"z":null,"n":9007199254740993,"d":1.10,"s":"a $name b","o":{"k":[1,{"email":"x"}]},"é":"ü"}"#
        #expect(try Self.claims(text) == text)
    }

    @Test("Two dollars begin a text with one")
    func escapesDollars() throws {
        let templates = #"{"a": "$$name", "b": "$$", "c": "$$$x", "d": ["$$provider"]}"#
        #expect(try Self.claims(templates) == #"{"a":"$name","b":"$","c":"$$x","d":["$provider"]}"#)
    }

    @Test("What a provider says is never a template")
    func doesNotReplaceTwice() throws {
        let account = #"{"sub": "$issuer", "name": "$email", "email": "a@b.example", "email_verified": true}"#
        #expect(try Self.claims(#"{"s": "$subject", "n": "$name"}"#, account) == #"{"s":"$issuer","n":"$email"}"#)
    }

    @Test(
        "An unknown variable is refused with the nearest one",
        arguments: [
            (#"{"a": "$emial"}"#, "did you mean $email?"), (#"{"a": "$Name"}"#, "did you mean $name?"),
            (#"{"a": "$"}"#, "$$"), (#"{"a": "$name "}"#, "$name"), (#"{"a": "$name $email"}"#, "$$"),
            (#"{"a": {"b": ["x", "$uid"]}}"#, "\"a.b[1]\""), (#"{"a": "$secret"}"#, "$provider"),
        ])
    func refusesUnknownVariables(_ templates: String, _ word: String) throws {
        let object = try Self.object(templates)
        let error = #expect(throws: BridgeError.self) { try ClaimTemplates(object) }
        #expect(error?.code == .claimTemplateInvalid)
        #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
    }

    @Test(
        "PRV-33: names that Google reserves or overwrites are refused at the top alone",
        arguments: ["email", "email_verified", "name", "picture", "sub", "firebase", "aud", "user_id", "iat"])
    func refusesReservedNames(_ name: String) throws {
        let object = try Self.object(#"{"role": "x", "\#(name)": "$email"}"#)
        let error = #expect(throws: BridgeError.self) { try ClaimTemplates(object) }
        #expect(error?.reason.contains(name) == true)
        #expect(name != "email" || error?.reason.contains("provider_email") == true)
        let nested = try Self.object(#"{"role": {"\#(name)": "$email"}}"#)
        #expect(throws: Never.self) { try ClaimTemplates(nested) }
    }

    @Test("What nests deeper than claims may is refused when it is configured")
    func limitsDepth() throws {
        let deep = try Self.object(
            #"{"a": \#(String(repeating: "[", count: 31))\#(String(repeating: "]", count: 31))}"#)
        #expect(throws: BridgeError.self) { try ClaimTemplates(deep) }
    }

    @Test("No templates make no claims")
    func makesNone() throws {
        #expect(try Self.claims("{}") == "{}")
        let none = ClaimTemplates.none.claims(for: try Self.profile(Self.whole), provider: "a", issuer: "b")
        #expect(none.isEmpty)
    }
}
