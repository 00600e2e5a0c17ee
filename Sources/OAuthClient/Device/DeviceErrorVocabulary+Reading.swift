import StrictJSON

extension DeviceErrorVocabulary {
    /// What the answer to a poll means.
    ///
    /// The error member is looked at first and decides, whatever the status.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: The meaning.
    public func result(of answer: DeviceEndpointAnswer) -> DevicePollResult {
        if let refusal = refusal(in: answer) {
            switch code(in: answer).flatMap(meaning) {
            case .pending?: return .pending
            case .slowDown?: return .slowDown(interval: ProviderSeconds.interval(answer.members["interval"]))
            case .denied?: return .denied
            case .expired?: return .expired
            case nil: return .failed(refusal)
            }
        }
        if answer.isOutOfOrder { return .unavailable }
        guard answer.isSuccessful, let token = answer.members["access_token"]?.string, !token.isEmpty else {
            return .failed(
                OAuthClientError(
                    .answerMalformed,
                    "\(provider) answered a poll with status \(answer.status), neither with a token nor with an error"))
        }
        return .granted(answer)
    }

    /// The error for an answer that is a refusal; nil where it has no error member.
    func refusal(in answer: DeviceEndpointAnswer) -> OAuthClientError? {
        guard isRefusal(answer) else { return nil }
        let code = code(in: answer)
        var reason =
            "\(provider) refused: \(code.map { ProviderMessageText.cleaned($0, maximum: 100).quotedExcerpt } ?? "an error without a code")"
        if let text = explanation(in: answer) {
            reason += ", \(ProviderMessageText.cleaned(text, maximum: 200).quotedExcerpt)"
        }
        return OAuthClientError(.refusedByProvider, reason, providerCode: code.map(ProviderText.errorCode))
    }

    private func isRefusal(_ answer: DeviceEndpointAnswer) -> Bool {
        if let error = answer.members["error"], error != .null { return true }
        guard location == .message, let message = answer.members["message"] else { return false }
        return message != .null
    }

    /// The provider's code, raw.
    private func code(in answer: DeviceEndpointAnswer) -> String? {
        let error = answer.members["error"]
        switch location {
        case .error: return error?.string
        case .message: return answer.members["message"]?.string ?? error?.string
        case .errorSubcode:
            let subcode = Self.number(error?.object?["error_subcode"]) ?? Self.number(error?.object?["code"])
            return subcode ?? error?.string
        }
    }

    private func explanation(in answer: DeviceEndpointAnswer) -> String? {
        answer.members["error_description"]?.string ?? answer.members["error"]?.object?["message"]?.string
    }

    private static func number(_ value: JSONValue?) -> String? {
        value?.integer.map { String($0) } ?? value?.string
    }
}
