import Foundation
import OAuthClient
import TestSupport

/// A server on loopback, which goes with its owner.
final class LoopbackServer: Sendable {
    /// What a server is like; the first four speak HTTP.
    enum Kind: String, Sendable {
        /// Behaves as the path says.
        case http
        /// Refuses every tunnel.
        case proxy
        /// Speaks TLS 1.1 at most.
        case old
        /// Accepts connections and says nothing.
        case silent
        /// Hears something and closes the connection.
        case hasty
        /// Hears something and resets the connection.
        case resetting
        /// Answers whatever it hears by an error page.
        case rude
        /// Never lets a connection come about.
        case deaf
    }

    let port: UInt16
    private let scheme: String
    private let folder: ScratchFolder

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - kind: What it is like.
    ///   - certificate: A PEM file of key and certificate; nil for plain HTTP.
    ///   - files: A folder of answers as they are.
    /// - Throws: An error where it does not start.
    init(_ kind: Kind = .http, certificate: String? = nil, files: String? = nil) throws {
        folder = try ScratchFolder()
        scheme = certificate == nil ? "http" : "https"
        port = try ServerHost.shared.get().start(
            ServerHost.Order(kind: kind.rawValue, log: "\(folder.path)/log", cert: certificate, files: files))
    }

    deinit {
        try? ServerHost.shared.get().stop(port)
    }

    /// An address at the server.
    func url(_ path: String, host: String = "127.0.0.1") throws -> EndpointURL {
        try EndpointURL("\(scheme)://\(host):\(port)\(path)")
    }

    /// What has happened at the server, in order: a word, what belongs to it, and the time in seconds after an `@`.
    var events: [String] {
        let text = (try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// How many events begin with a word.
    func count(_ word: String) -> Int {
        events.count { $0.hasPrefix(word) }
    }

    /// When the first event that begins with a word was, in seconds.
    func time(of word: String) -> Double? {
        events.first { $0.hasPrefix(word) }?.split(separator: "@").last.flatMap { Double($0) }
    }

    /// Waits until a number of events begin with a word.
    ///
    /// - Returns: Whether that came about within the time.
    func waits(for word: String, count: Int = 1, seconds: Double = 10) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while self.count(word) < count {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(2))
        }
        return true
    }
}
