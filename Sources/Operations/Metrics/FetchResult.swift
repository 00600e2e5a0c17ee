/// How a fetch of a provider's keys ended.
public enum FetchResult: String, Sendable, CaseIterable {
    /// There are new keys.
    case success
    /// There are none.
    case failure

    static var allNames: [String] { allCases.map(\.rawValue) }
}
