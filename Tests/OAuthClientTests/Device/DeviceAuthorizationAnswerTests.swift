@testable import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("Device authorization: the answer")
struct DeviceAuthorizationAnswerTests {
    private func read(_ file: String) throws -> DeviceAuthorizationAnswer {
        let response = try CaseFiles.response("B45", file)
        let answer =
            response["Content-Type"] == "application/x-www-form-urlencoded"
            ? try DeviceEndpointAnswer(status: response.status, fields: CaseFiles.form(response.body))
            : try DeviceEndpointAnswer(parsing: response)
        return try DeviceAuthorizationAnswer(
            answer, vocabulary: .standard(provider: "Example"), hosts: .anyHostTheProviderNames)
    }

    @Test(
        "case B45: answers that are understood, 8628-07",
        arguments: [
            ("rfc", "WDJB-MJHT", "https://p.test/device"), ("google-url", "WDJB-MJHT", "https://p.test/device"),
            ("both", "WDJB-MJHT", "https://p.test/b"), ("escape-codes", "WDJB", "https://p.test/device"),
            ("lowercase-code", "wdjb mjht", "https://p.test/device"),
            ("no-expiry", "WDJB-MJHT", "https://p.test/device"),
            ("form", "WDJB-MJHT", "https://p.test/device"),
        ])
    func understood(_ file: String, _ userCode: String, _ uri: String) throws {
        let answer = try read("\(file).http")
        #expect(answer.userCode == userCode)
        #expect(answer.verificationURI.text == uri)
        #expect(answer.deviceCode.secretText == (file == "form" ? "dc" : "dc-fake"))
        #expect(answer.lifetime == .seconds(900))
        #expect(answer.interval == .seconds(5))
    }

    @Test(
        "case B45: answers that are refused",
        arguments: [
            ("neither", OAuthClientError.Code.answerMalformed, "verification_uri"),
            ("relative", .addressNotAllowed, "scheme"), ("javascript", .addressNotAllowed, "address"),
            ("error-200", .refusedByProvider, "device_flow_disabled"),
        ])
    func refused(_ file: String, _ code: OAuthClientError.Code, _ part: String) throws {
        let error = try refusal { try read("\(file).http") }
        #expect(error.code == code)
        #expect(error.reason.contains(part))
    }

    @Test("8628-05: the user code and the plain address are there beside the complete address")
    func complete() throws {
        let answer = try read("rfc.http")
        #expect(answer.verificationURIComplete?.text == "https://p.test/device?user_code=WDJB-MJHT")
        #expect(answer.userCode == "WDJB-MJHT")
        #expect(answer.verificationURI.text == "https://p.test/device")
    }

    @Test(
        "8628-08: a missing or misshapen member is an error that names it",
        arguments: [
            ("device_code", nil), ("device_code", ""), ("device_code", .null), ("device_code", 7), ("user_code", nil),
            ("user_code", ""), ("user_code", "\u{1B}[31m"), ("user_code", "   "), ("user_code", 123_456),
            ("user_code", .string(String(repeating: "A", count: 129))), ("verification_uri", nil),
            ("verification_uri", .array([])),
        ] as [(String, JSONValue?)])
    func misshapen(_ name: String, _ value: JSONValue?) throws {
        let error = try refusal { try DeviceAnswers.authorization([name: value]) }
        #expect(error.code == .answerMalformed)
        #expect(error.reason.contains(name))
    }

    @Test(
        "PRV-25: the lifetime is 15 minutes where it is not stated, and 30 s to an hour",
        arguments: [
            (nil, 900), (.null, 900), ("junk", 900), (.bool(true), 900), ("", 900), (420, 420), ("420", 420), (0, 30),
            (-1, 30), (29, 30), (3601, 3600), (1_000_000_000, 3600), ("99999999999999999999999", 3600),
        ] as [(JSONValue?, Int)])
    func lifetime(_ value: JSONValue?, _ seconds: Int) throws {
        #expect(try DeviceAnswers.authorization(["expires_in": value]).lifetime == .seconds(seconds))
    }

    @Test("8628-08: a number beyond every clock is clamped, with exponent and with fraction")
    func largeNumbers() throws {
        let text = """
            {"device_code":"d","user_code":"U","verification_uri":"https://p.test/d","expires_in":1e300,"interval":1e9}
            """
        let answer = try DeviceAuthorizationAnswer(
            DeviceAnswers.answer(text), vocabulary: .google, hosts: .anyHostTheProviderNames)
        #expect(answer.lifetime == .seconds(3600))
        #expect(answer.interval == .seconds(60))
    }

    @Test("case B46: the interval is 5 s where it is not stated or makes no sense, 8628-01, 8628-08")
    func intervals() throws {
        let entries = try #require(try CaseFiles.json("B46", "intervals.json").array)
        #expect(entries.count == 10)
        for entry in entries {
            let stated = entry.object?["interval"]
            let authorization = try DeviceAnswers.authorization(["interval": stated == "absent" ? nil : stated])
            let start = MonotonicInstant(sinceOrigin: .zero)
            guard case .wait(let until) = DevicePoller(authorization, receivedAt: start).step(at: start) else {
                Issue.record("no wait before the first poll")
                continue
            }
            if let first = entry.object?["first_wait_s"]?.integer {
                #expect(until - start == .seconds(first), "\(String(describing: stated))")
            } else {
                #expect(until - start <= authorization.lifetime)
                #expect(until - start == .seconds(60))
            }
        }
    }

    @Test("PRV-27: a host that is not the provider's is refused, also one under it")
    func hosts() throws {
        let only = VerificationHosts.only(["p.test"])
        #expect(try DeviceAnswers.authorization(hosts: only).verificationURI.host == "p.test")
        for uri in [
            "https://evil.test/device", "https://x.p.test/device", "https://p.test.evil.test/", "https://p.tes/",
        ] {
            let error = try refusal {
                try DeviceAnswers.authorization(["verification_uri": .string(uri)], hosts: only)
            }
            #expect(error.code == .addressNotAllowed)
        }
        #expect(try refusal { try DeviceAnswers.authorization(hosts: .only([])) }.code == .addressNotAllowed)
    }

    @Test(
        "PRV-27: an address that is not https is refused",
        arguments: ["http://p.test/device", "ftp://p.test/", "https://user@p.test/", "//p.test/device", "https://"])
    func addresses(_ uri: String) throws {
        let error = try refusal { try DeviceAnswers.authorization(["verification_uri": .string(uri)]) }
        #expect(error.code == .addressNotAllowed)
    }

    @Test(
        "a complete address that must not be shown is left out",
        arguments: ["javascript:alert(1)", "http://p.test/", "https://evil.test/?user_code=X", 7, .null] as [JSONValue])
    func badCompleteAddress(_ value: JSONValue) throws {
        let answer = try DeviceAnswers.authorization(["verification_uri_complete": value], hosts: .only(["p.test"]))
        #expect(answer.verificationURIComplete == nil)
    }

    @Test("Facebook's answer has its code under another name, and its lifetime as a string")
    func facebook() throws {
        let text = """
            {"code":"fb-code","user_code":"A1NWZ9","verification_uri":"https://www.facebook.com/device",
            "expires_in":"420","interval":5}
            """
        let answer = try DeviceAuthorizationAnswer(
            DeviceAnswers.answer(text), vocabulary: .facebook, hosts: .only(["www.facebook.com"]))
        #expect(answer.deviceCode.secretText == "fb-code")
        #expect(answer.lifetime == .seconds(420))
    }

    @Test("Microsoft's answer has a message, which is not an error")
    func microsoft() throws {
        let answer = try DeviceAnswers.authorization(["message": "To sign in ..."], vocabulary: .microsoft)
        #expect(answer.userCode == "WDJB-MJHT")
    }

    @Test(
        "a refusal is told with the provider's name and code, whatever its form",
        arguments: [
            (.gitHub, 200, #"{"error":"unauthorized_client"}"#, "unauthorized_client"),
            (.twitch, 400, #"{"status":400,"message":"invalid client"}"#, "invalid client"),
            (.facebook, 400, #"{"error":{"message":"m","code":190,"fbtrace_id":"A"}}"#, "190"),
            (.google, 400, #"{"error":{"message":"an object"}}"#, nil),
        ] as [(DeviceErrorVocabulary, Int, String, String?)])
    func refusals(_ vocabulary: DeviceErrorVocabulary, _ status: Int, _ text: String, _ code: String?) throws {
        let error = try refusal {
            try DeviceAuthorizationAnswer(
                DeviceAnswers.answer(text, status: status), vocabulary: vocabulary, hosts: .anyHostTheProviderNames)
        }
        #expect(error == OAuthClientError(.refusedByProvider, "", providerCode: code))
        #expect(error.reason.contains(vocabulary.provider))
    }

    @Test("PRV-26: the provider's text reaches no terminal unescaped, and is cut")
    func hostileText() throws {
        let text =
            #"{"error":"\u001b[2Jx\u0007\u202e","error_description":"\u001b]0;t\u0007\#(String(repeating: "y", count: 500))"}"#
        let error = try refusal {
            try DeviceAuthorizationAnswer(
                DeviceAnswers.answer(text), vocabulary: .google, hosts: .anyHostTheProviderNames)
        }
        #expect(error.providerCode == "x")
        #expect(error.reason.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        #expect(error.reason.utf8.count < 500)
    }

    @Test(
        "an answer without an error member but with another status is no success",
        arguments: [(404, OAuthClientError.Code.answerMalformed), (302, .answerMalformed), (503, .providerUnavailable)])
    func statuses(_ status: Int, _ code: OAuthClientError.Code) throws {
        let text = #"{"device_code":"d","user_code":"U","verification_uri":"https://p.test/d"}"#
        let error = try refusal {
            try DeviceAuthorizationAnswer(
                DeviceAnswers.answer(text, status: status), vocabulary: .google, hosts: .anyHostTheProviderNames)
        }
        #expect(error.code == code)
    }

    @Test(
        "a body that is no JSON object, or has a member twice, is refused",
        arguments: [
            (200, "<html>", OAuthClientError.Code.answerMalformed), (200, "", .answerMalformed),
            (200, "[]", .answerMalformed), (200, #"{"user_code":"A","user_code":"B"}"#, .answerMalformed),
            (503, "<h1>maintenance</h1>", .providerUnavailable), (429, "slow", .providerUnavailable),
        ])
    func notJSON(_ status: Int, _ text: String, _ code: OAuthClientError.Code) throws {
        #expect(try refusal { try DeviceAnswers.answer(text, status: status) }.code == code)
    }

    @Test("a form with a field twice is refused")
    func formTwice() throws {
        let error = try refusal { try DeviceEndpointAnswer(status: 200, fields: [("a", "1"), ("a", "2")]) }
        #expect(error.code == .answerMalformed)
    }

    @Test("neither the device code nor an answer shows itself")
    func redaction() throws {
        let answer = try DeviceAnswers.answer(#"{"access_token":"canary-token"}"#)
        let authorization = try DeviceAnswers.authorization(["device_code": "canary-code"])
        let step = DevicePoller.Step.done(.granted(answer))
        var dumped = ""
        dump(authorization, to: &dumped)
        dump(step, to: &dumped)
        #expect(!"\(answer) \(authorization) \(step) \(String(reflecting: answer)) \(dumped)".contains("canary"))
    }
}

@Suite("Device authorization: text for a terminal")
struct ProviderTextTests {
    @Test(
        "escape sequences and what does not print are taken out",
        arguments: [
            ("WDJB-MJHT", "WDJB-MJHT"), ("wdjb mjht", "wdjb mjht"), ("A\u{1B}[31mB", "AB"), ("A\u{1B}[1;2;3HB", "AB"),
            ("A\u{1B}]0;title\u{7}B", "AB"), ("A\u{1B}]0;title\u{1B}\\B", "AB"), ("A\u{9B}31mB", "AB"),
            ("A\u{1B}cB", "AB"), ("A\u{1B}", "A"), ("A\u{1B}[31", "A"), ("A\r\n\tB", "AB"), ("A\u{0}B", "AB"),
            ("A\u{202E}B\u{200B}", "AB"), ("A\u{2028}B", "AB"), ("\u{7F}A\u{85}", "A"), ("é漢", "é漢"),
        ])
    func printable(_ text: String, _ expected: String) {
        #expect(ProviderText.printable(text) == expected)
    }
}
