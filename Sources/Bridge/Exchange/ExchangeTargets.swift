public import CustomTokens
import StrictJSON

/// Whom the custom tokens of this bridge are for (`audience` and `resource`; RFC 8693, section 2.1).
public struct ExchangeTargets: Sendable {
    /// Where custom tokens are taken to: their own audience.
    public static let resource =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    /// The project.
    public let project: String
    /// The tenant that the users belong to; nil for the project itself.
    public let tenantID: TenantID?

    /// Makes targets.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - tenantID: The tenant that the users belong to; nil for the project itself.
    public init(project: String, tenantID: TenantID?) {
        self.project = project
        self.tenantID = tenantID
    }

    /// Returns if a request is for one of them, or names none.
    ///
    /// - Parameter request: The request.
    /// - Throws: `BridgeError` with code `targetInvalid`.
    func check(_ request: TokenExchangeRequest) throws(BridgeError) {
        let audiences = [project] + (tenantID.map { [$0.value] } ?? [])
        if let audience = request.audience, !audiences.contains(where: { $0.hasSameBytes(as: audience) }) {
            throw BridgeError(
                .targetInvalid,
                "no tokens are issued for the audience \(audience.quotedExcerpt), "
                    + "only for \(audiences.map(\.quotedExcerpt).joined(separator: " or "))")
        }
        if let resource = request.resource, !resource.hasSameBytes(as: Self.resource) {
            throw BridgeError(
                .targetInvalid,
                "no tokens are issued for the resource \(resource.quotedExcerpt), only for \(Self.resource)")
        }
    }
}
