import StrictJSON

/// Whose accounts of Microsoft Entra may sign in (PRV-22).
public enum MicrosoftTenant: Sendable, Equatable {
    /// Any account of any tenant.
    case common
    /// Any account of any tenant but that of personal accounts.
    case organizations
    /// Personal accounts.
    case consumers
    /// The accounts of one tenant, whose GUID is in lower case.
    case directory(String)
    /// The accounts of one tenant, whose GUID is in the metadata of this domain.
    case domain(String)

    /// The tenant of personal accounts.
    public static let personalAccounts = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Reads a tenant as it stands in Microsoft's addresses; nil for what is none.
    ///
    /// - Parameter text: `common`, `organizations`, `consumers`, a GUID or a domain.
    init?(_ text: String) {
        switch text {
        case _ where text.hasSameBytes(as: "common"): self = .common
        case _ where text.hasSameBytes(as: "organizations"): self = .organizations
        case _ where text.hasSameBytes(as: "consumers"): self = .consumers
        case _ where Self.isGUID(text): self = .directory(text.lowercased())
        case _ where Self.isDomain(text): self = .domain(text)
        default: return nil
        }
    }

    /// Whether it is one tenant, and that not the one of everybody's personal accounts.
    var isSingle: Bool {
        switch self {
        case .common, .organizations, .consumers: false
        case .directory(let identifier): !identifier.hasSameBytes(as: Self.personalAccounts)
        case .domain: true
        }
    }

    /// Whether a text is a GUID: five groups of 8, 4, 4, 4 and 12 hexadecimal digits.
    package static func isGUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { group in
                group.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 }
            }
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && text.utf8.count <= 255
            && labels.allSatisfy { label in
                1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy {
                        0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-")
                    }
            }
    }
}
