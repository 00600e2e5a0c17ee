import Threads
import COpenSSL
import JOSE

/// What one thread signs with: its own copy of the key and a context that is set up once.
///
/// Sendable: handed from thread to thread by `SigningContextPool`, and used by one at a time.
final class SigningContext: @unchecked Sendable {
    private let key: EVPKey
    private let template: DigestContext
    private let work: DigestContext
    private let signatureBytes: Int

    init(_ key: EVPKey, algorithm: SignatureAlgorithm) throws(CryptographyError) {
        self.key = try key.duplicate()
        template = try DigestContext()
        work = try DigestContext()
        signatureBytes = Int(unsafe EVP_PKEY_get_size(key.pointer))
        guard
            unsafe EVP_DigestSignInit(template.pointer, nil, algorithm.openSSLHash, nil, self.key.pointer) == 1
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, "the key cannot be set up for signing") }
    }

    func signature(over message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            try work.copyState(of: template)
            var signature = [UInt8](repeating: 0, count: signatureBytes)
            var length = signature.count
            guard unsafe EVP_DigestSign(work.pointer, &signature, &length, message, message.count) == 1,
                length == signatureBytes
            else { throw OpenSSLErrorQueue.drained(.libraryFailed, "signing failed") }
            return signature
        }
    }
}

/// Lends each thread that signs a context of its own.
///
/// The lock of a shared key would leave 4 % of two cores idle.
final class SigningContextPool: Sendable {
    /// More threads than this at once find no idle context afterwards and make a new one.
    private static let mostIdle = 64

    private let key: EVPKey
    private let algorithm: SignatureAlgorithm
    private let idle = Locked<[SigningContext]>([])

    init(_ key: EVPKey, algorithm: SignatureAlgorithm) {
        self.key = key
        self.algorithm = algorithm
    }

    func signature(over message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let context = try borrowed()
        let signature = try context.signature(over: message)
        idle.withLock { contexts in
            if contexts.count < Self.mostIdle { contexts.append(context) }
        }
        return signature
    }

    private func borrowed() throws(CryptographyError) -> SigningContext {
        if let context = idle.withLock({ $0.popLast() }) { return context }
        return try SigningContext(key, algorithm: algorithm)
    }
}
