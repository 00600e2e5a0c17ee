import CustomTokens

extension MintingPolicy {
    /// The same policy, with tokens that are good no longer than some seconds.
    ///
    /// - Parameter seconds: The seconds; less than one counts as one.
    /// - Returns: The policy.
    func shortened(to seconds: Int64) -> MintingPolicy {
        guard seconds < lifetime.seconds, let shorter = try? TokenLifetime(seconds: max(seconds, 1)) else {
            return self
        }
        return MintingPolicy(
            claims: claims, lifetime: shorter, tenantID: tenantID, maximumClaimsBytes: maximumClaimsBytes)
    }
}
