extension Duration {
    /// The duration in milliseconds, rounded up, at least 0 and at most a day.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 86_400 else { return 86_400_000 }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
