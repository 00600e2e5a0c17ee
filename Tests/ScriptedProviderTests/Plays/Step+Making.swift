extension Step {
    /// The redemption of a code.
    static func code(
        _ url: String, _ proof: ClientProof, client: String = Setup.client, code: String = Sent.code,
        verifier: String? = Sent.verifier, more: [String: ExpectedRequest.Value] = [:], fields: [String: String] = [:],
        _ answer: Answer
    ) -> Step {
        var request = ExpectedRequest(method: "POST", url: url, fields: fields)
        request.form = more.merging([
            "grant_type": "authorization_code", "code": .exactly(code), "redirect_uri": .exactly(Sent.redirectURI),
        ]) { more, _ in more }
        if let verifier { request.form["code_verifier"] = .exactly(verifier) }
        proof.apply(to: &request, client: client)
        return Step(request: request, answer: answer, role: .tokens)
    }

    /// The redemption of a refresh token.
    static func refresh(
        _ url: String, _ proof: ClientProof, client: String = Setup.client,
        more: [String: ExpectedRequest.Value] = [:], _ answer: Answer
    ) -> Step {
        var request = ExpectedRequest(method: "POST", url: url)
        request.form = more.merging([
            "grant_type": "refresh_token", "refresh_token": .exactly(Sent.refreshToken),
        ]) { more, _ in more }
        proof.apply(to: &request, client: client)
        return Step(request: request, answer: answer, role: .tokens)
    }

    /// A GET with the access token in its field.
    static func get(
        _ url: String, query: [String: ExpectedRequest.Value] = [:], scheme: String = "Bearer",
        token: String = Sent.newAccessToken, fields: [String: String] = [:], role: Role = .needed, _ answer: Answer
    ) -> Step {
        let request = ExpectedRequest(
            url: url, query: query, authorization: .exactly("\(scheme) \(token)"), fields: fields)
        return Step(request: request, answer: answer, role: role)
    }

    /// One of the provider's public documents.
    static func document(_ url: String, _ body: String) -> Step {
        Step(request: ExpectedRequest(url: url), answer: .json(body), role: .document)
    }

    /// The provider's keys.
    static func keys(_ url: String) -> Step { document(url, TestKeys.keySet) }

    /// The request for device codes.
    static func deviceStart(
        _ url: String, form: [String: ExpectedRequest.Value], authorization: ExpectedRequest.Value? = nil,
        fields: [String: String] = [:], _ answer: Answer
    ) -> Step {
        let request = ExpectedRequest(
            method: "POST", url: url, form: form, authorization: authorization, fields: fields)
        return Step(request: request, answer: answer, role: .tokens)
    }

    /// Two polls: the person thinks, then says yes.
    static func devicePolls(
        _ url: String, form: [String: ExpectedRequest.Value], authorization: ExpectedRequest.Value? = nil,
        fields: [String: String] = [:], pending: Answer, _ answer: Answer
    ) -> [Step] {
        let request = ExpectedRequest(
            method: "POST", url: url, form: form, authorization: authorization, fields: fields)
        return [pending, answer].map { Step(request: request, answer: $0, role: .poll) }
    }

    /// A POST of a form.
    static func post(
        _ url: String, form: [String: ExpectedRequest.Value], authorization: ExpectedRequest.Value? = nil,
        role: Role = .needed, _ answer: Answer
    ) -> Step {
        Step(
            request: ExpectedRequest(method: "POST", url: url, form: form, authorization: authorization),
            answer: answer, role: role)
    }
}

extension Answer {
    /// The tokens of a token endpoint.
    static func tokens(idToken: String? = nil, refreshToken: String? = nil, more: String = "") -> Answer {
        var members = [
            #""access_token":"\#(Sent.newAccessToken)""#, #""token_type":"Bearer""#, #""expires_in":3600"#,
        ]
        if let idToken { members.append(#""id_token":"\#(idToken)""#) }
        if let refreshToken { members.append(#""refresh_token":"\#(refreshToken)""#) }
        if !more.isEmpty { members.append(more) }
        return .json("{\(members.joined(separator: ","))}")
    }
}

extension Answer {
    /// Codes for a device.
    static func deviceCodes(_ verificationURI: String, member: String = "verification_uri") -> Answer {
        .json(
            #"{"device_code":"\#(Sent.deviceCode)","user_code":"WDJB-MJHT","\#(member)":"\#(verificationURI)","#
                + #""expires_in":900,"interval":5}"#)
    }

    /// The person has not decided yet.
    static let pending = refusal("authorization_pending")
}
