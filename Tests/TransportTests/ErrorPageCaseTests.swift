import Foundation
import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Case B37: error pages and odd answers")
struct ErrorPageCaseTests {
    /// What this layer gives for each file: status and length of the body, or the code of the error.
    private static let outcomes: [String: Result<[Int], OAuthClientError>] = [
        "502-html.http": .success([502, 5038]), "200-html-as-json.http": .success([200, 35]),
        "200-empty.http": .success([200, 0]), "204.http": .success([204, 0]), "200-bom.http": .success([200, 45]),
        "200-array.http": .success([200, 2]), "500-xml.http": .success([500, 25]),
        "429-retry-after.http": .success([429, 0]), "200-gzip.http": .success([200, 42]),
        "200-short-body.http": .failure(OAuthClientError(.providerUnavailable, "")),
        "200-gzip-bomb.http": .failure(OAuthClientError(.answerTooLarge, "")),
    ]

    private static func variants() throws -> [String: String] {
        struct Case: Decodable {
            struct Variant: Decodable {
                let file: String
                let expect: String
            }
            let variants: [Variant]
        }
        let bytes = try Locations.bytes("\(Locations.caseFolder("B37"))/case.json")
        let variants = try JSONDecoder().decode(Case.self, from: Data(bytes)).variants
        return Dictionary(uniqueKeysWithValues: variants.map { ($0.file, $0.expect) })
    }

    @Test("every file has its outcome here, and what is to be accepted arrives")
    func complete() throws {
        let variants = try Self.variants()
        #expect(Set(variants.keys) == Set(Self.outcomes.keys))
        for (file, expected) in variants where expected == "accept" {
            #expect(throws: Never.self) { try Self.outcomes[file]?.get() }
        }
    }

    @Test("each file", arguments: outcomes.keys.sorted())
    func outcome(file: String) async throws {
        let server = try LoopbackServer(files: Locations.caseFolder("B37"))
        let request = try Transports.post(server.url("/file/\(file)"))
        let transport = try Transports.make()
        switch try #require(Self.outcomes[file]) {
        case .success(let numbers):
            let response = try await transport.send(request)
            #expect([response.status, response.body.count] == numbers)
        case .failure(let expected):
            #expect(try await Transports.failure(of: request, over: transport) == expected)
        }
    }

    @Test("the page of a gateway can be shown in one line")
    func preview() async throws {
        let server = try LoopbackServer(files: Locations.caseFolder("B37"))
        let response = try await Transports.make().send(Transports.post(server.url("/file/502-html.http")))
        #expect(AnswerPreview(of: response.body).description == "502")
        #expect(response["content-type"] == "text/html")
    }
}
