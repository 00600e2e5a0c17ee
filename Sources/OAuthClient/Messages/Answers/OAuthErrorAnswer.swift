public import StrictJSON

/// An error as a provider says it (RFC 6749, sections 4.1.2.1 and 5.2, and the spellings of some providers), cleaned.
public struct OAuthErrorAnswer: Sendable {
    /// The error code, at most 100 characters.
    public let code: String
    /// The finer code that Facebook adds.
    public let subcode: String?
    /// The description, at most 200 characters of RFC 6749, without anything that looks like a token.
    public let description: String?

    private init(code: String, subcode: String? = nil, description: String?) {
        let code = ProviderMessageText.cleaned(code, maximum: 100)
        self.code = code.isEmpty ? "unnamed" : code
        self.subcode = subcode
        let description = description.map { ProviderMessageText.cleaned($0, maximum: 200) }
        self.description = description?.isEmpty == true ? nil : description
    }

    /// Reads the error of a redirect; nil where there is none.
    init?(redirect parameters: FormParameters) {
        let reason = parameters["error_reason"]
        guard let code = parameters["error"] ?? parameters["error_code"] ?? reason else { return nil }
        self.init(
            code: code, description: parameters["error_description"] ?? parameters["error_message"] ?? reason)
    }

    /// Reads the error of an answer with a status that says success: `error`, or what the provider has instead; nil
    /// where there is none.
    ///
    /// - Parameters:
    ///   - members: The members of the answer.
    ///   - failureMembers: What the provider has instead of, or besides, `error`.
    public init?(_ members: JSONObject, failureMembers: [FailureMember]) {
        switch members["error"] {
        case nil, .null?: break
        case .string(let code)?:
            self.init(code: code, description: members["error_description"]?.string)
            return
        case .object(let error)?:
            self.init(object: error)
            return
        case .bool?, .integer?, .decimal?, .array?:
            self.init(code: "", description: nil)
            return
        }
        guard let failure = failureMembers.lazy.compactMap({ $0.failure(in: members) }).first else { return nil }
        self.init(code: failure, description: members["errmsg"]?.string ?? members["message"]?.string)
    }

    /// Reads the error of an answer with a status that says failure, which may be `{"status":400,"message":"..."}`.
    ///
    /// - Parameters:
    ///   - members: The members of the answer.
    ///   - failureMembers: What the provider has instead of, or besides, `error`.
    public init?(ofFailure members: JSONObject, failureMembers: [FailureMember]) {
        if let answer = OAuthErrorAnswer(members, failureMembers: failureMembers) {
            self = answer
        } else if members["status"]?.integer != nil, let message = members["message"]?.string {
            self.init(code: message, description: nil)
        } else {
            return nil
        }
    }

    /// Reads Facebook's `{"message","type","code","error_subcode","fbtrace_id"}`.
    private init(object error: JSONObject) {
        self.init(
            code: error["code"]?.integer.map { String($0) } ?? error["type"]?.string ?? "",
            subcode: error["error_subcode"]?.integer.map { String($0) }, description: error["message"]?.string)
    }
}

/// A member by which a provider says in an answer with status 200 that it failed.
public struct FailureMember: Sendable {
    /// The member's name.
    public let name: String
    /// Its value in an answer that is none of failure.
    public let valueOfSuccess: JSONValue

    /// Describes a member.
    ///
    /// - Parameters:
    ///   - name: The member's name, such as `errcode`.
    ///   - valueOfSuccess: Its value in an answer that is none of failure, such as 0.
    public init(name: String, valueOfSuccess: JSONValue) {
        self.name = name
        self.valueOfSuccess = valueOfSuccess
    }

    /// The code of the failure; nil where the member is missing or says success.
    fileprivate func failure(in members: JSONObject) -> String? {
        guard let value = members[name], value != valueOfSuccess else { return nil }
        switch value {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .null, .bool, .decimal, .array, .object: return name
        }
    }
}
