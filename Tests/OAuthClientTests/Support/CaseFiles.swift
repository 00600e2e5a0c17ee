import Foundation
import OAuthClient
import StrictJSON
import TestSupport
import Testing

/// The files of the cases that these tests need.
enum CaseFiles {
    static func bytes(_ identifier: String, _ file: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.caseFolder(identifier))/\(file)")
    }

    static func json(_ identifier: String, _ file: String) throws -> JSONValue {
        try JSONValue(parsing: bytes(identifier, file), limits: .document)
    }

    /// An answer as it is on the wire, its head and body taken apart.
    static func response(_ identifier: String, _ file: String) throws -> HTTPResponse {
        let bytes = try bytes(identifier, file)
        let separator = try #require(Data(bytes).firstRange(of: Data("\r\n\r\n".utf8)))
        let lines = String(decoding: bytes[..<separator.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        let fields = lines.dropFirst().compactMap { line -> HTTPField? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return HTTPField(name: String(parts[0]), value: parts[1].trimmingCharacters(in: .whitespaces))
        }
        return HTTPResponse(status: status, fields: fields, body: Array(bytes[separator.upperBound...]))
    }

    /// The fields of a form.
    static func form(_ body: [UInt8]) throws -> [(String, String)] {
        let components = try #require(URLComponents(string: "?" + String(decoding: body, as: UTF8.self)))
        return (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    }
}

/// The error of a call that must fail.
func refusal<Value>(_ body: () throws -> Value) throws -> OAuthClientError {
    try #require(throws: OAuthClientError.self) { _ = try body() }
}
