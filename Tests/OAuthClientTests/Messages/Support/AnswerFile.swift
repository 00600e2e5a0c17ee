import Foundation
import OAuthClient
import StrictJSON
import TestSupport
import Testing

/// One file of a case: an HTTP answer as it was on the wire, and what is to become of it.
struct AnswerFile: Sendable, CustomTestStringConvertible {
    let name: String
    let isAccepted: Bool
    let members: JSONObject
    let response: HTTPResponse

    var testDescription: String { name }

    /// The files of a case, without those that only a transport can read (compressed bodies).
    static func all(of identifier: String) throws -> [AnswerFile] {
        let folder = try Locations.caseFolder(identifier)
        let description = try JSONObject(parsing: Locations.bytes("\(folder)/case.json"), limits: .document)
        return try (description["variants"]?.array ?? []).compactMap { variant in
            let members = try #require(variant.object)
            let name = try #require(members["file"]?.string)
            guard name.hasSuffix(".http"), !name.contains("gzip") else { return nil }
            return AnswerFile(
                name: name, isAccepted: members["expect"]?.string == "accept", members: members,
                response: try response(Locations.bytes("\(folder)/\(name)")))
        }
    }

    private static func response(_ bytes: [UInt8]) throws -> HTTPResponse {
        let end = try #require(bytes.firstRange(of: [13, 10, 13, 10]))
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let statusLine = try #require(lines.first)
        let status = try #require(Int(statusLine.components(separatedBy: " ")[1]))
        let fields = lines.dropFirst().map { line in
            let parts = line.components(separatedBy: ": ")
            return HTTPField(name: parts[0], value: parts.dropFirst().joined(separator: ": "))
        }
        return HTTPResponse(status: status, fields: fields, body: [UInt8](bytes[end.upperBound...]))
    }
}
