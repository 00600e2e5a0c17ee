import StrictJSON

extension SessionStore {
    /// The name of the session that is meant: the one that is named, or the only one, or the one named `default`.
    ///
    /// - Parameter name: The name that was given; nil for none.
    /// - Returns: The name of a session that is there.
    /// - Throws: `FirebaseSessionError` with code `sessionUnknown` or `sessionAmbiguous`, which tell the names that there
    ///   are.
    public func chosen(_ name: AccountName?) throws(FirebaseSessionError) -> AccountName {
        let names = try names()
        let list = names.map(\.value).joined(separator: ", ")
        if let name {
            if names.contains(name) { return name }
            let nearest = Spelling.nearest(to: name.value, among: names.map(\.value)).map { "did you mean \($0)?" }
            throw FirebaseSessionError(
                .sessionUnknown, "there is no session named \(name.value.quotedExcerpt)",
                cure: nearest ?? (names.isEmpty ? Self.signIn : "the sessions are \(list)"))
        }
        guard let first = names.first else {
            throw FirebaseSessionError(.sessionUnknown, "there is no session", cure: Self.signIn)
        }
        if names.count == 1 { return first }
        if names.contains(.standard) { return .standard }
        throw FirebaseSessionError(
            .sessionAmbiguous, "there are several sessions: \(list)", cure: "name one with --account NAME")
    }

    private static var signIn: String { "sign in with token-bridge login --api-key KEY" }
}
