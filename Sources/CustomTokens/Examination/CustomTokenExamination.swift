public import JOSE
import StrictJSON

/// What Google's servers would make of a text that is given as a custom token.
public struct CustomTokenExamination: Sendable {
    /// The outcome for the whole token.
    public enum Verdict: String, Sendable {
        /// Google would accept it.
        case accepted
        /// Google would refuse it.
        case refused
        /// Nothing speaks against it, but no key was at hand to check its signature with.
        case undecided
    }

    /// What the text is.
    public let kind: TokenKind
    /// What each rule says, in the order of `ProductionRule`.
    public let findings: [Finding]
    /// What the token says, where it could be read.
    ///
    /// It is proven only if the verdict is `accepted`.
    public let content: Content?
    /// What each of the two implementations says of the signature; nil where no key was at hand.
    public let signature: SignatureOpinions?

    /// What a token says.
    public struct Content: Sendable {
        /// The uid.
        public let uid: String?
        /// The account.
        public let issuer: String?
        /// The tenant.
        public let tenantID: String?
        /// The key identifier.
        public let keyID: String?
        /// When it says that it was issued.
        public let issuedAt: NumericDate?
        /// When it expires.
        public let expiration: NumericDate?
        /// The names of the developer claims.
        public let claimNames: [String]
    }

    /// The finding that decides; nil where none is against the token.
    public var decisive: Finding? {
        ProductionRule.precedence.lazy
            .compactMap { rule in findings.first { $0.rule == rule && $0.verdict == .failed } }
            .first
    }

    /// The outcome for the whole token.
    public var verdict: Verdict {
        if decisive != nil { return .refused }
        let isProven = findings.contains { $0.rule == .signature && $0.verdict == .passed }
        return isProven ? .accepted : .undecided
    }
}
