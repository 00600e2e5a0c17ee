import Cryptography
import Foundation

/// A key that is made once for all tests, for making one takes long.
enum SharedKey {
    static let made = Result { try RSAPrivateKey.generate(bits: 2048) }
    static let probed = Result { try ProbedSigningKey(probing: made.get()) }
}

/// PEM text around some bytes.
func pem(_ label: String, _ der: [UInt8]) -> [UInt8] {
    let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return [UInt8]("-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n".utf8)
}

/// The bytes within the one block of a PEM text.
func der(inPEM text: [UInt8]) -> [UInt8] {
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return [UInt8](Data(base64Encoded: lines.joined()) ?? Data())
}
