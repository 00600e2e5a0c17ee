import JOSE
import StrictJSON

/// The rules about how a token is written.
struct FormRules {
    let token: UnverifiedToken

    var findings: [ProductionRule: Finding] {
        guard token.shape != .empty else { return [.tokenPresent: absent] }
        let present = Finding.passed(.tokenPresent, "there is a token")
        if let oversize { return [.tokenPresent: present, .encoding: oversize] }
        guard token.parts.count == 3 else { return [.tokenPresent: present, .segments: segments] }
        return [
            .tokenPresent: present, .segments: .passed(.segments, "three parts"),
            .signaturePresent: signaturePresent, .encoding: encoding, .header: header,
        ].compactMapValues { $0 }
    }

    private var absent: Finding {
        .failed(
            .tokenPresent, "the text is empty", code: "MISSING_CUSTOM_TOKEN", emulator: nil,
            cure: "send the token in the member token")
    }

    /// Our own refusal: how long a token Google reads is not known.
    private var oversize: Finding? {
        guard case .failure(let error) = token.strict, error.code == .tokenTooLarge else { return nil }
        return .failed(
            .encoding, "\(error.reason), which is all that this program reads; Google's own limit is not known",
            code: nil, emulator: nil, cure: "keep claims small: ID tokens travel in headers")
    }

    private var segments: Finding {
        let emulator =
            token.shape == .json ? "accepts strict JSON" : "\(Finding.invalidCustomToken) : Invalid assertion format"
        return .failed(
            .segments, shapeFault ?? TokenKind(token).sentence,
            code: "\(Finding.invalidCustomToken) : Invalid assertion format. 3 dot separated segments required.",
            emulator: emulator,
            cure: "pass the custom token itself, whole and with nothing around it")
    }

    /// What is wrong with a text that has no name of its own, such as a wrapped token; nil where the kind tells it all.
    private var shapeFault: String? {
        guard case .failure(let error) = token.strict, TokenKind(token) == .unrecognized else { return nil }
        return error.reason
    }

    private var signaturePresent: Finding {
        guard token.parts[2].isEmpty else { return .passed(.signaturePresent, "there is a signature") }
        return .failed(
            .signaturePresent, "the part after the second dot is empty",
            code: "\(Finding.invalidCustomToken) : Missing signature.",
            emulator: "does not look at the signature",
            cure: "sign the token; unset \(EmulatorHost.variable) when minting for production")
    }

    private var encoding: Finding {
        guard let fault = token.fault ?? remainingFault else {
            return .passed(.encoding, "strict base64url, JSON objects without duplicate members")
        }
        return .failed(
            .encoding, fault, code: Finding.invalidCustomToken,
            emulator: token.payload == nil
                ? "\(Finding.invalidCustomToken) : Invalid assertion format" : "decodes more leniently",
            cure: "write each part as base64url without padding over one JSON object")
    }

    /// A rule of JWS that the token breaks and that no other line here tells, such as too long a header.
    private var remainingFault: String? {
        guard case .failure(let error) = token.strict, !token.parts[2].isEmpty, header?.verdict != .failed else {
            return nil
        }
        return error.reason
    }

    /// nil where the header cannot be read: then the fault is the encoding's.
    private var header: Finding? {
        guard let header = token.header else { return nil }
        do throws(JOSEError) {
            let strict = try JOSEHeader(parsing: header.compactBytes)
            guard strict.algorithm == .rs256 else {
                return headerFault("the algorithm is \(strict.algorithm.rawValue), and only RS256 is accepted")
            }
            guard strict.hasCustomTokenType else {
                return headerFault("typ is \(strict.type?.quotedExcerpt ?? ""): that is another kind of token")
            }
            let keyID = strict.keyID.map { "kid \($0.quotedExcerpt)" } ?? "no kid, which is allowed"
            return .passed(.header, "RS256, \(keyID)")
        } catch {
            return headerFault(error.reason)
        }
    }

    private func headerFault(_ detail: String) -> Finding {
        .failed(
            .header, detail, code: Finding.invalidCustomToken, emulator: "does not look at the header",
            cure: "write the header as {\"alg\":\"RS256\",\"typ\":\"JWT\"} with the key's identifier as kid")
    }
}

extension JOSEHeader {
    /// Whether `typ` is absent or `JWT`.
    ///
    /// What production makes of another one was never seen; libjwt refuses it.
    var hasCustomTokenType: Bool {
        type.map { $0.lowercased() == "jwt" } ?? true
    }
}
