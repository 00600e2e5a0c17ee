import CustomTokens

extension CustomTokenRequest {
    /// What a decision says: the bridge makes no other request.
    init(_ decision: MintingDecision) {
        self.init(
            userID: decision.userID, claims: decision.claims, tenantID: decision.tenantID, lifetime: decision.lifetime)
    }
}
