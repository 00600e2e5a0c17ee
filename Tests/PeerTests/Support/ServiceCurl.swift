import Foundation
import OAuthClient
import StrictJSON
import TestSupport

/// The command curl with a jar of cookies: an HTTP client of others, as a browser or a device.
///
/// It follows nothing by itself. All addresses are on one host, so that its cookies go to the service and to the
/// providers alike, as a browser would send them.
final class ServiceCurl: Sendable {
    private let folder: ScratchFolder

    /// Begins with an empty jar.
    init() throws {
        folder = try ScratchFolder()
    }

    /// Opens an address.
    func get(_ address: String) async throws -> ServiceAnswer {
        try await run([], address)
    }

    /// Sends a form.
    ///
    /// - Parameters:
    ///   - fields: Its fields.
    ///   - address: Where to.
    /// - Returns: The answer.
    /// - Throws: `PeerFailure` where there is none.
    func post(_ fields: [(name: String, value: String)], to address: String) async throws -> ServiceAnswer {
        try await run(
            [
                "--header", "Content-Type: application/x-www-form-urlencoded", "--data",
                FormParameters(fields).encodedText,
            ],
            address)
    }

    /// Sends a JSON text.
    func post(json: String, to address: String) async throws -> ServiceAnswer {
        try await run(["--header", "Content-Type: application/json", "--data", json], address)
    }

    private func run(_ options: [String], _ address: String) async throws -> ServiceAnswer {
        let folder = folder
        return try await onOwnThread {
            let path = folder.path
            // Several may share the jar, but not what they receive.
            let name = UUID().uuidString
            defer {
                for kind in ["head", "body"] { try? FileManager.default.removeItem(atPath: "\(path)/\(name).\(kind)") }
            }
            let result = try Subprocess.run(
                "/usr/bin/env",
                [
                    "curl", "--disable", "--silent", "--show-error", "--max-time", "60", "--noproxy", "*", "--cookie",
                    "\(path)/jar", "--cookie-jar", "\(path)/jar", "--dump-header", "\(path)/\(name).head", "--output",
                    "\(path)/\(name).body",
                ] + options + [address], seconds: 90)
            guard result.status == 0 else { throw PeerFailure("curl \(address): \(result.errors)") }
            return try ServiceAnswer(
                head: Locations.bytes("\(path)/\(name).head"),
                body: (try? Locations.bytes("\(path)/\(name).body")) ?? [], from: address)
        }
    }
}

/// What the service or a provider has answered.
struct ServiceAnswer: Sendable {
    let status: Int
    /// Where the browser is sent, in full; nil for nowhere.
    let location: String?
    let body: [UInt8]

    init(head: [UInt8], body: [UInt8], from address: String) throws {
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, let status = Int(words[1]) else {
            throw PeerFailure("there is no status from \(address)")
        }
        self.status = status
        self.body = body
        let field = lines.first { $0.lowercased().hasPrefix("location:") }
        location = field.flatMap { field in
            let value = field.dropFirst("location:".count).trimmingCharacters(in: .whitespaces)
            return URL(string: value, relativeTo: URL(string: address))?.absoluteString
        }
    }

    var text: String { String(decoding: body, as: UTF8.self) }
    /// What is on a page beside its style.
    var visibleText: String { text.components(separatedBy: "<main>").last ?? text }

    /// The JSON object, which it must be.
    func object() throws -> JSONObject {
        try JSONObject(parsing: body, limits: .document)
    }

    /// Where the browser is sent, which it must be.
    func redirect() throws -> String {
        guard let location else {
            throw PeerFailure("there is no redirect but status \(status): \(visibleText.prefix(2000))")
        }
        return location
    }

    /// The value of a hidden field.
    func hiddenField(_ name: String) throws -> String {
        try Page(status: status, location: location, text: text).hiddenField(name)
    }

    /// The address of the page's first link that begins with some text.
    func link(to start: String) throws -> String {
        guard let range = text.firstRange(of: "href=\"\(start)") else {
            throw PeerFailure("there is no link to \(start) with status \(status): \(visibleText.prefix(2000))")
        }
        let rest = text[range.lowerBound...].dropFirst("href=\"".count).prefix { $0 != "\"" }
        return String(rest).replacing("&amp;", with: "&")
    }
}
