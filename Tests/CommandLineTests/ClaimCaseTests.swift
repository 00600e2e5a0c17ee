import Foundation
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("mint on the claims of the case B13")
struct ClaimCaseTests {
    private static let entries: [JSONObject] = {
        guard let bytes = try? Locations.bytes("\(Locations.caseFolder("B13"))/claims.json"),
            let entries = try? JSONValue(parsing: bytes, limits: .document).array
        else { return [] }
        return entries.compactMap(\.object)
    }()

    @Test("accepts or refuses each as the case says", arguments: 0..<27)
    func entry(index: Int) throws {
        try #require(Self.entries.count == 27)
        let entry = Self.entries[index]
        let claims = try #require(entry["claims"])
        let folder = try ScratchFolder()
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B13"))/sa.json"), to: "key.json")
        let result = try TokenBridge.run(
            ["mint", "--service-account", "key.json", "--uid", "alice", "--claims", claims.compactText], in: folder)
        switch entry["expect"]?.string {
        case "accept", "accept-or-reject":
            #expect(result.status == 0, "\(result.errors)")
            let payload = try JSONObject(
                parsing: CompactJWS(parsing: result.output.dropLast()).unverifiedPayload, limits: .token)
            #expect(payload["claims"] == (claims == .null ? nil : claims))
        case "reject":
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
            let names = claims.object?.names.filter { $0 != "p" } ?? []
            #expect(names.allSatisfy { result.errors.contains($0) }, "\(result.errors)")
        case let other: Issue.record("the case expects \(other ?? "nothing")")
        }
    }
}
