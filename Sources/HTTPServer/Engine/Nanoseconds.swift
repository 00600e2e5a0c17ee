extension Duration {
    /// The duration in nanoseconds, at least 0 and at most a year.
    var nanoseconds: Int64 {
        let year: Int64 = 31_536_000
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < year else { return year * 1_000_000_000 }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
