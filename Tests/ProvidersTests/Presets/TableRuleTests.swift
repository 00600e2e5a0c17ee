import JOSE
import OAuthClient
@testable import Providers
import StrictJSON
import Testing

@Suite("Rules that hold over all presets")
struct TableRuleTests {
    private static let supported = PresetTable.all.filter { $0.support == .supported }

    @Test("names are unique, in order, and found byte for byte")
    func names() throws {
        let names = PresetTable.all.map(\.id)
        #expect(names == names.sorted())
        #expect(Set(names).count == names.count)
        for name in names { #expect(try PresetTable.preset(name).id == name) }
    }

    @Test("another name is refused", arguments: ["", "Yahoo", "yahoo ", "yahoo.com", "git\u{200B}hub", "\u{212A}akao"])
    func unknown(_ name: String) throws {
        #expect(try refusal { try PresetTable.preset(name) } == .providerUnknown)
    }

    @Test("Steam is there, and refused with its reason")
    func steam() throws {
        let steam = try PresetTable.preset("steam")
        guard case .notSupported(let reason) = steam.support else {
            Issue.record("Steam is supported")
            return
        }
        #expect(reason.contains("OpenID 2.0"))
        #expect(steam.acceptedCredentials.isEmpty)
        #expect(try refusal { try Samples.resolve("steam") } == .providerNotSupported)
        #expect(Self.supported.count == PresetTable.all.count - 1)
    }

    @Test("PRV-01: every supported preset accepts something, and nothing twice")
    func acceptedCredentials() {
        for preset in Self.supported {
            #expect(!preset.acceptedCredentials.isEmpty, "\(preset.id)")
            #expect(Set(preset.acceptedCredentials).count == preset.acceptedCredentials.count, "\(preset.id)")
        }
    }

    @Test("PRV-02: access tokens are accepted only with a proof that is on by default and compares the client")
    func accessTokens() {
        for preset in PresetTable.all {
            let check = preset.accessTokenCheck
            let isProven =
                check.method.isProof && check.activation == .byDefault && check.request != nil
                && check.requirements.contains(where: \.namesClient)
            #expect(preset.acceptedCredentials.contains(.accessToken) == isProven, "\(preset.id)")
            if !check.method.isProof { #expect(check.activation == .onlyIfConfigured, "\(preset.id)") }
        }
    }

    @Test("PRV-05: every check that is on names the account, or a second answer does")
    func subjectOfChecks() {
        for preset in PresetTable.all where preset.acceptedCredentials.contains(.accessToken) {
            let check = preset.accessTokenCheck
            #expect(check.subject != nil || check.followUp?.subject != nil, "\(preset.id)")
        }
    }

    @Test("every introspection demands that the token is active")
    func introspectionIsActive() {
        for preset in PresetTable.all
        where [.introspection, .introspectionLike].contains(preset.accessTokenCheck.method) {
            let requirements = preset.accessTokenCheck.requirements
            #expect(requirements.isEmpty || requirements.contains(.init(JSONPath("active"), .equals(true))))
            if requirements.isEmpty { #expect(preset.id == "oauth2") }
        }
    }

    @Test("6749-17: every address is https once the placeholders have values")
    func addresses() throws {
        for preset in PresetTable.all {
            for template in preset.templates where !template.text.isEmpty {
                let text = try template.filled { name throws(ProviderError) in
                    if name == "client_id" || name == "user-id" { return "1" }
                    guard let placeholder = PresetPlaceholder(exactly: name), let value = Samples.values[placeholder]
                    else { throw ProviderError(.placeholderMissing, "\(preset.id): \(name)") }
                    return value
                }
                // The one issuer without a scheme is Google's own spelling, and no address.
                if text == "accounts.google.com" { continue }
                #expect(try EndpointURL(text).scheme == "https", "\(preset.id): \(text)")
            }
        }
    }

    @Test("a placeholder at the beginning of an address is followed by a slash: no value becomes part of another host")
    func placeholdersEndBeforeASlash() {
        for preset in PresetTable.all {
            for template in preset.templates where template.text.hasPrefix("{") {
                let rest = template.text.drop { $0 != "}" }.dropFirst()
                #expect(rest.isEmpty || rest.hasPrefix("/"), "\(preset.id): \(template.text)")
            }
            for template in preset.templates
            where !template.text.hasPrefix("{") && template.text != "accounts.google.com" {
                let host = template.text.dropFirst("https://".count).prefix { $0 != "/" }
                #expect(!host.contains("{"), "\(preset.id): \(template.text)")
            }
        }
    }

    @Test("defaults are made of no other defaults")
    func defaults() {
        for preset in PresetTable.all {
            for template in preset.defaults.values {
                for name in EndpointTemplate(template).names {
                    #expect(PresetPlaceholder(exactly: name).map { preset.defaults[$0] == nil } == true, "\(preset.id)")
                }
            }
        }
    }

    @Test("where ID tokens are accepted, algorithms, issuer and keys are known")
    func idTokens() {
        for preset in PresetTable.all where preset.acceptedCredentials.contains(.idToken) {
            #expect(preset.protocol == .openIDConnect, "\(preset.id)")
            #expect(preset.idToken?.algorithms.isEmpty == false, "\(preset.id)")
            switch preset.issuer {
            case .none, .serverOnly: Issue.record("\(preset.id) has no issuer of ID tokens")
            case .oneOf(let issuers): #expect(!issuers.isEmpty)
            case .microsoft, .configured, .configuredWithFinalSlash: break
            }
            switch preset.endpoints.keySet {
            case .known: break
            case .discovered: #expect(preset.endpoints.discovery != nil, "\(preset.id)")
            case .none, .configured: Issue.record("\(preset.id) has no keys")
            }
        }
    }

    @Test("PRV-23: HS256 is for LINE alone, and no preset has another algorithm with a shared secret")
    func sharedSecrets() {
        for preset in PresetTable.all {
            let algorithms = preset.idToken?.algorithms ?? []
            #expect(algorithms.contains(.hs256) == (preset.id == "line"), "\(preset.id)")
            #expect(!algorithms.contains(.hs384) && !algorithms.contains(.hs512), "\(preset.id)")
        }
    }

    @Test("OIDC-22: where ID tokens come with a code, openid is asked for")
    func openIDScope() {
        for preset in PresetTable.all
        where preset.acceptedCredentials.contains(.idToken) && !["apple", "kakao"].contains(preset.id) {
            #expect(preset.scopes.defaults.contains("openid"), "\(preset.id)")
        }
    }

    @Test("PRV-17: default scopes are scope tokens of RFC 6749, none twice")
    func scopes() {
        for preset in PresetTable.all {
            #expect(Set(preset.scopes.defaults).count == preset.scopes.defaults.count)
            for scope in preset.scopes.defaults {
                #expect(scope.utf8.allSatisfy { $0 == 0x21 || 0x23...0x5B ~= $0 || 0x5D...0x7E ~= $0 }, "\(scope)")
                #expect(!scope.contains(preset.scopes.separator.rawValue))
            }
        }
    }

    @Test("PRV-15: no parameter of a preset is one that the library owns")
    func reservedParameters() {
        let reserved: Set = [
            "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
            "code_challenge_method", "response_mode", "client_secret", "code", "grant_type", "request", "request_uri",
        ]
        for preset in PresetTable.all {
            let names = preset.authorization.extraParameters.map(\.name)
            #expect(reserved.isDisjoint(with: names), "\(preset.id)")
            #expect(Set(names).count == names.count, "\(preset.id)")
        }
    }

    @Test("the device flow is there exactly where device codes are accepted or the configuration may switch it on")
    func deviceFlows() {
        for preset in PresetTable.all {
            let accepts = preset.acceptedCredentials.contains(.deviceCode)
            switch preset.deviceFlow.availability {
            case .available, .ifAdvertised: #expect(accepts, "\(preset.id)")
            case .none, .onlyIfConfigured: #expect(!accepts, "\(preset.id)")
            }
            if accepts { #expect(preset.endpoints.deviceAuthorization != .none, "\(preset.id)") }
        }
    }

    @Test("every supported preset finds a subject, but for the one whose subject must be configured")
    func subjects() {
        for preset in Self.supported {
            #expect(preset.subject.paths.isEmpty == (preset.id == "oauth2"), "\(preset.id)")
        }
    }

    @Test("every path of a preset is read again from its text")
    func paths() throws {
        for preset in PresetTable.all {
            var paths = preset.subject.paths + preset.name.flatMap { $0 }
            paths += preset.email.candidates.flatMap { [$0.address] + $0.flags }
            paths += preset.accessTokenCheck.requirements.flatMap(\.paths)
            paths += [preset.accessTokenCheck.subject, preset.accessTokenCheck.scopes].compactMap { $0 }
            if case .members(let members) = preset.picture { paths += members }
            for path in paths { #expect(try JSONPath(parsing: path.description).steps == path.steps, "\(path)") }
        }
    }

    @Test("notes and reasons are short sentences without line breaks")
    func notes() {
        for preset in PresetTable.all {
            for note in preset.notes
                + [preset.accessTokenCheck.reason, preset.authorization.pkce.reason].compactMap({ $0 })
            {
                #expect(1...120 ~= note.utf8.count && note.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(note)")
            }
        }
    }
}
