import CustomTokens
import Foundation
import JOSE

/// A way to make a token wrong that leaves its form right.
enum Spoiling: CaseIterable, Sendable {
    case none
    case signature
    case payload
    case header
    case otherSignature
    case shortSignature

    func applied(to token: String, by signer: ServiceAccountSigner) -> String {
        var parts = token.split(separator: ".").map { [UInt8]($0.utf8) }
        switch self {
        case .none: break
        case .signature: parts[2] = changed(parts[2]) { $0[$0.count / 2] ^= 1 }
        case .payload: parts[1] = changed(parts[1]) { $0.insert(UInt8(ascii: " "), at: 1) }
        case .header: parts[0] = changed(parts[0]) { $0.insert(UInt8(ascii: " "), at: 1) }
        case .otherSignature:
            let request = (try? UserID("mallory")).map { CustomTokenRequest(userID: $0) }
            let other = request.flatMap { try? signer.customToken(for: $0) }?.serialized.split(separator: ".").last
            parts[2] = [UInt8]((other ?? "").utf8)
        case .shortSignature: parts[2] = changed(parts[2]) { $0.removeLast() }
        }
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    }

    private func changed(_ part: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = (try? Base64URL.decode(part)) ?? []
        change(&bytes)
        var text: [UInt8] = []
        Base64URL.append(bytes, to: &text)
        return text
    }
}
