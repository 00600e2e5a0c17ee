import Bridge
import CredentialProofs
import CustomTokens
import HTTPServer
import JOSE
import Operations

/// A stable code that a request may be refused with, and how that leaves the service over HTTP.
public struct RefusalCode: Sendable {
    /// The stable code.
    public let code: String
    /// How it leaves the service.
    public let outcome: HTTPOutcome

    /// Every code, from the modules whose errors reach a request; for a fault that no module names, `INTERNAL`.
    ///
    /// A code of two modules is there twice where they leave in two ways.
    public static let all: [RefusalCode] =
        BridgeError.Code.allCases.map { RefusalCode(code: $0.rawValue, outcome: $0.httpOutcome) }
        + CredentialError.Code.allCases.map { RefusalCode(code: $0.rawValue, outcome: $0.httpOutcome) }
        + CustomTokenError.Code.allCases.map { RefusalCode(code: $0.rawValue, outcome: $0.httpOutcome) }
        + OperationsError.Code.allCases.map { RefusalCode(code: $0.rawValue, outcome: .unavailable) }
        + [
            RefusalCode(code: JOSEError.Code.clockUnavailable.rawValue, outcome: .serverError),
            RefusalCode(code: "INTERNAL", outcome: .serverError),
        ] + ofHTTP

    /// The codes of what is refused by HTTP's own rules.
    public static let ofHTTP: [RefusalCode] =
        RefusedRequest.Cause.allCases.map { cause in
            RefusalCode(
                code: cause.code,
                outcome: HTTPOutcome(
                    cause.status, cause.status >= 500 ? "temporarily_unavailable" : "invalid_request"))
        }
        + [
            RefusalCode(
                code: "METHOD_NOT_ALLOWED", outcome: HTTPOutcome(405, "invalid_request"))
        ]
}
