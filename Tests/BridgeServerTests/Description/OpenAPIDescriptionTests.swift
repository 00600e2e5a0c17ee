import Bridge
import CredentialProofs
import CustomTokens
import Failures
import Foundation
import HTTPServer
import Operations
import StrictJSON
import TestSupport
import Testing

@testable import BridgeServer

@Suite("The description of the service")
struct OpenAPIDescriptionTests {
    private let document = OpenAPIDescription.document(issuer: "https://bridge.example.com")

    /// What stands at a place, by names of members.
    private func at(_ names: String...) throws -> JSONObject {
        try names.reduce(document) { object, name in try #require(object[name]?.object, "\(name)") }
    }

    @Test("has the paths of the routes, and of each the methods that it answers")
    func routes() throws {
        let paths = try at("paths")
        #expect(paths.names == Route.allCases.map(\.rawValue))
        for route in Route.allCases {
            let methods = try #require(paths[route.rawValue]?.object).names.filter { $0 != "parameters" }
            #expect(methods == route.methods.map { $0.lowercased() }, "\(route)")
        }
    }

    @Test("gives each operation a name of its own, and declares each variable of a path")
    func operations() throws {
        var names: [String] = []
        for member in try at("paths").members {
            let item = try #require(member.value.object)
            names += item.members.compactMap { $0.value.object?["operationId"]?.string }
            #expect(member.name.contains("{") == (item["parameters"] != nil), "\(member.name)")
        }
        #expect(names.count == Route.allCases.flatMap(\.methods).count)
        #expect(Set(names).count == names.count)
    }

    @Test("lists every error code of the modules whose errors reach a request, and no other")
    func errorCodes() throws {
        let listed = try #require(try at("components", "schemas", "ErrorCode")["enum"]?.array).compactMap(\.string)
        let codes =
            BridgeError.Code.allCases.map(\.rawValue) + CredentialError.Code.allCases.map(\.rawValue)
            + CustomTokenError.Code.allCases.map(\.rawValue) + OperationsError.Code.allCases.map(\.rawValue)
            + RefusedRequest.Cause.allCases.map(\.code) + ["METHOD_NOT_ALLOWED"]
        #expect(Set(listed) == Set(codes + ["CLOCK_UNAVAILABLE", "INTERNAL"]))
        #expect(Set(listed).count == listed.count)
    }

    @Test(
        "lists each error code with the status that it is answered with",
        arguments: ["/token", "/device_authorization"])
    func statuses(path: String) throws {
        let answers = try at("paths", path, "post", "responses")
        for code in RefusalCode.all {
            let content = try #require(answers["\(code.outcome.status)"]?.object?["content"]?.object)
            let schema = try #require(content["application/json"]?.object?["schema"]?.object?["allOf"]?.array?.last)
            let properties = try #require(schema.object?["properties"]?.object)
            let codes = properties["error_code"]?.object?["enum"]?.array
            let errors = properties["error"]?.object?["enum"]?.array
            #expect(codes?.contains(.string(code.code)) == true, "\(code.code)")
            #expect(errors?.contains(.string(code.outcome.error)) == true, "\(code.code)")
        }
    }

    @Test("has a form for each grant, told apart by the grant_type")
    func grants() throws {
        let mapping = try at("components", "schemas", "TokenRequest", "discriminator", "mapping")
        #expect(mapping.names == RegisteredClient.Grant.allCases.map(\.grantType))
        for member in mapping.members {
            let name = try #require(member.value.string?.split(separator: "/").last)
            let type = try at("components", "schemas", String(name), "properties", "grant_type")
            #expect(type["const"]?.string == member.name)
        }
    }

    @Test("gives examples that the token endpoint can read, and not without what they must have")
    func examples() throws {
        let content = try at(
            "paths", "/token", "post", "requestBody", "content", "application/x-www-form-urlencoded")
        let examples = try #require(content["examples"]?.object).members
        #expect(examples.count >= 4)
        for example in examples {
            let form = try #require(example.value.object?["value"]?.object)
            let grant = try TokenEndpointRequest(TokenRequestParameters(body: body(form))).grant
            let required = try at("components", "schemas", RequestSchemas.name(of: grant))["required"]?.array ?? []
            for name in required.compactMap(\.string) where !["redirect_uri", "code_verifier"].contains(name) {
                var lacking = form
                lacking[name] = nil
                #expect(throws: BridgeError(.requestInvalid, ""), "\(example.name) without \(name)") {
                    try TokenEndpointRequest(TokenRequestParameters(body: body(lacking)))
                }
            }
        }
    }

    private func body(_ form: JSONObject) -> [UInt8] {
        let pairs = form.members.map { member in
            let value = member.value.string ?? member.value.integer.map(String.init) ?? ""
            return "\(member.name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return [UInt8](pairs.joined(separator: "&").utf8)
    }

    @Test("refers only to what is there")
    func references() throws {
        let references = Self.references(in: .object(document))
        #expect(references.count > 50)
        for reference in Set(references) {
            let names = reference.split(separator: "/").dropFirst().map(String.init)
            let found = names.reduce(JSONValue.object(document) as JSONValue?) { $0?.object?[$1] }
            #expect(reference.hasPrefix("#/components/") && found != nil, "\(reference)")
        }
    }

    private static func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member in
                (member.name == "$ref" ? member.value.string.map { [$0] } ?? [] : []) + references(in: member.value)
            }
        case .array(let elements): elements.flatMap { references(in: $0) }
        default: []
        }
    }

    @Test("names the cookie as browsers get it, which depends on the scheme of the issuer")
    func cookie() throws {
        #expect(try at("components", "parameters", "BrowserCookie")["name"] == "__Host-bridge")
        #expect(DescriptionContext(server: "http://127.0.0.1:8080").cookieName == "bridge")
    }

    @Test("does not double the slash of an issuer that ends with one")
    func slash() {
        let servers = OpenAPIDescription.document(issuer: "https://bridge.example.com/a/")["servers"]
        #expect(servers?.array?.first?.object?["url"] == "https://bridge.example.com/a")
    }

    /// Set BRIDGE_WRITE_OPENAPI to write the file anew.
    @Test("stands in the repository as it is served")
    func file() throws {
        let path = "\(Locations.repository)/examples/openapi.json"
        let text = JSONValue.object(document).prettyText() + "\n"
        if ProcessInfo.processInfo.environment["BRIDGE_WRITE_OPENAPI"] != nil {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        #expect(try Locations.bytes(path) == [UInt8](text.utf8), "BRIDGE_WRITE_OPENAPI=1 writes it anew")
    }
}
