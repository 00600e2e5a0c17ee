/// What is known of each key, for a bounded number of keys.
///
/// A key is forgotten only when it has nothing more to say. Where all places are taken by keys that have, newcomers share
/// a fixed number of places, by the larger network they come from: whoever fills the table can neither grow it, nor push
/// anybody out, nor get a clean slate.
struct BoundedTable<State: Sendable>: Sendable {
    private var exact: [LimitKey: State] = [:]
    private var shared: [Int: State] = [:]
    private var nextSweep: Duration = .zero
    private let maximumKeys: Int
    private let sharedPlaces: Int
    private let sweepInterval: Duration
    private let isIdle: @Sendable (State, Duration) -> Bool

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - maximumKeys: How many keys have a place of their own.
    ///   - sweepInterval: How long a full table waits before it is searched for idle keys again.
    ///   - isIdle: Whether a key has nothing more to say at a time.
    init(maximumKeys: Int, sweepInterval: Duration, isIdle: @escaping @Sendable (State, Duration) -> Bool) {
        self.maximumKeys = max(maximumKeys, 1)
        sharedPlaces = max(maximumKeys / 16, 1)
        self.sweepInterval = sweepInterval
        self.isIdle = isIdle
    }

    /// How many places are taken.
    var count: Int { exact.count + shared.count }

    /// Changes what is known of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - now: The time.
    ///   - body: Is given what is known, or nil.
    /// - Returns: What the body returns.
    mutating func update<Result>(_ key: LimitKey, now: Duration, _ body: (inout State?) -> Result) -> Result {
        if exact[key] == nil, exact.count >= maximumKeys { sweep(now) }
        guard exact[key] != nil || exact.count < maximumKeys else {
            let place = Self.place(of: key, among: sharedPlaces)
            var state = shared[place].flatMap { isIdle($0, now) ? nil : $0 }
            defer { shared[place] = state }
            return body(&state)
        }
        return body(&exact[key])
    }

    /// What is known of a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: What is known; nil where that is nothing.
    func state(_ key: LimitKey) -> State? {
        exact[key] ?? (exact.count < maximumKeys ? nil : shared[Self.place(of: key, among: sharedPlaces)])
    }

    /// Searching costs time in proportion to the table, so it is not done at each newcomer.
    private mutating func sweep(_ now: Duration) {
        guard now >= nextSweep else { return }
        nextSweep = now + sweepInterval
        exact = exact.filter { !isIdle($0.value, now) }
        shared = shared.filter { !isIdle($0.value, now) }
    }

    private static func place(of key: LimitKey, among places: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(key.group)
        return Int(UInt(bitPattern: hasher.finalize()) % UInt(places))
    }
}
