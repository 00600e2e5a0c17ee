import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

/// A reduced bug report whose tokens are verified as the application it tells of would verify them.
struct CaseFile {
    struct Variant {
        let file: String
        let expectation: String
    }

    let folder: String
    let now: NumericDate
    let variants: [Variant]
    private let configuration: Fields

    init(_ identifier: String) throws {
        folder = try Locations.caseFolder(identifier)
        let file = try Fields(parsing: Locations.bytes("\(folder)/case.json"))
        now = NumericDate(secondsSinceEpoch: Int64(try file.integer("now")))
        configuration = try file.fields("config")
        variants = try file.list("variants").map { variant in
            Variant(file: try variant.string("file"), expectation: try variant.string("expect"))
        }
    }

    func bytes(_ file: String) throws -> [UInt8] {
        try Locations.bytes("\(folder)/\(file)")
    }

    /// The verifier of the case, with its own key set or another one.
    func verifier(keySet: String? = nil) throws -> JWTVerifier {
        let keys = try JSONWebKeySet(parsing: bytes(keySet ?? configuration.string("jwks")), limits: .document)
        let algorithm = try #require(SignatureAlgorithm(exactly: try configuration.string("alg")))
        return JWTVerifier(
            algorithms: AcceptedAlgorithms(algorithm), keys: VerificationKeySet(keys),
            issuer: .exactly(try configuration.string("issuer")),
            audience: .client(identifier: try configuration.string("client_id")), type: .plain,
            clock: FixedWallClock(now), leeway: .standard)
    }

    /// The refusal of a variant; nil where it is accepted.
    func refusal(of token: [UInt8], keySet: String? = nil) throws -> JOSEError? {
        let verifier: JWTVerifier
        do {
            verifier = try self.verifier(keySet: keySet)
        } catch let error as JOSEError {
            return error
        }
        do throws(JOSEError) {
            _ = try verifier.verify(token)
            return nil
        } catch {
            return error
        }
    }
}
