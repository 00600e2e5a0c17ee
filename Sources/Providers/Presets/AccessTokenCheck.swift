public import StrictJSON

/// How a provider tells which client an access token was issued to.
///
/// An answer counts only with status 200 and all requirements met (PRV-08).
public struct AccessTokenCheck: Sendable {
    /// The methods.
    public enum Method: String, Sendable {
        /// There is no way: access tokens are refused.
        case none
        /// An endpoint of the provider's own names the client.
        case providerCheck = "provider-check"
        /// Token introspection (RFC 7662).
        case introspection = "rfc7662"
        /// Token introspection with the client's credentials in the form.
        case introspectionLike = "rfc7662-like"
        /// The description of the account names the client.
        case userinfoNamesClient = "userinfo-carries-client"
        /// The access token is a JWT with a claim that names the client.
        case localJWT = "jwt-local"
        /// An endpoint may name the client; no document says so.
        case unconfirmed

        /// Whether the method is a proof by itself (PRV-02).
        public var isProof: Bool {
            switch self {
            case .providerCheck, .introspection, .introspectionLike, .userinfoNamesClient: true
            case .none, .localJWT, .unconfirmed: false
            }
        }
    }

    /// When a check is made.
    public enum Activation: Sendable {
        /// Unless it is switched off.
        case byDefault
        /// Only if the configuration switches it on, which is logged at every start.
        case onlyIfConfigured
    }

    /// The method.
    public let method: Method
    /// When it is made.
    public var activation = Activation.byDefault
    /// The request; nil where there is none to make.
    public var request: Request?
    /// What must hold in the answer.
    public var requirements: [Requirement] = []
    /// Where the answer names the account; nil where it does not.
    public var subject: JSONPath?
    /// Where the answer lists the scopes.
    public var scopes: JSONPath?
    /// The description of the account that must be fetched with the same token and name the same subject (PRV-05).
    public var followUp: FollowUp?
    /// What looks like an access token and was given to no client: refused before any request.
    public var foreignTokens: [ForeignToken] = []
    /// Why there is no way, for people.
    public var reason: String?

    /// There is no way.
    static func none(_ reason: String? = nil) -> AccessTokenCheck {
        AccessTokenCheck(method: .none, activation: .onlyIfConfigured, reason: reason)
    }
}

extension AccessTokenCheck {
    /// The request of a check.
    public struct Request: Sendable {
        /// How our client authenticates.
        public enum Authentication: Sendable {
            /// Not at all, or by the token itself.
            case none
            /// With `Authorization: Basic`.
            case basic
            /// With its credentials in the form.
            case form
            /// With `identifier|secret` in the query, as `access_token`.
            case appToken
            /// As at the token endpoint.
            case asAtTokenEndpoint
        }

        /// The method.
        public let method: EndpointMethod
        /// The address.
        public let url: PresetEndpoint
        /// Where the token goes.
        public let token: TokenPlacement
        /// How our client authenticates.
        public var authentication = Authentication.none
        /// Parameters of the form that never change.
        public var parameters: [String: String] = [:]
        /// The `Accept` field, where it is not `application/json`.
        public var accept: String?
    }

    /// Something that must hold in the answer.
    public struct Requirement: Sendable, Equatable {
        /// What must hold for a member.
        public enum Rule: Sendable, Equatable {
            /// It is this value.
            case equals(JSONValue)
            /// If it is there it is this value.
            case equalsIfPresent(JSONValue)
            /// It is the one client identifier, as a string or as the integer of its digits.
            case namesClient
            /// It is any of our client identifiers.
            case namesAnyClient
            /// If it is there it is any of our client identifiers.
            case namesAnyClientIfPresent
            /// It is the number of our app in Kakao's console, which is not a client identifier.
            case namesKakaoApp
            /// It is there and not null.
            case isPresent
            /// It is an integer.
            case isInteger
            /// It is greater than zero, as a number or a string of digits.
            case isPositive
            /// If it is there it is greater than zero.
            case isPositiveIfPresent
            /// It is a time to come.
            case isInFuture
            /// It is null or a time to come.
            case isNullOrInFuture
            /// It is zero or a time to come.
            case isZeroOrInFuture
        }

        /// The member: the first of these that is there.
        public let paths: [JSONPath]
        /// What must hold for it.
        public let rule: Rule

        /// Makes a requirement.
        package init(_ path: JSONPath, _ rule: Rule) {
            paths = [path]
            self.rule = rule
        }

        /// Makes a requirement of the first member that is there.
        init(_ paths: [JSONPath], _ rule: Rule) {
            self.paths = paths
            self.rule = rule
        }

        /// Whether this is the comparison that proves the audience.
        package var namesClient: Bool {
            switch rule {
            case .namesClient, .namesAnyClient, .namesKakaoApp: true
            case .equals, .equalsIfPresent, .namesAnyClientIfPresent, .isPresent, .isInteger, .isPositive,
                .isPositiveIfPresent,
                .isInFuture, .isNullOrInFuture, .isZeroOrInFuture:
                false
            }
        }
    }

    /// A second request with the same token.
    public struct FollowUp: Sendable, Equatable {
        /// The address.
        public let url: EndpointTemplate
        /// Where its answer names the account; nil where only the description is wanted.
        public var subject: JSONPath?
    }
}

/// A token that no client was given, as its beginning tells.
public struct ForeignToken: Sendable, Equatable {
    /// How it begins.
    public let prefix: String
    /// What it is, with its article.
    public let kind: String
}
