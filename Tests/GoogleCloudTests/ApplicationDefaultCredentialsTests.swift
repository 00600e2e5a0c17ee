import CustomTokens
import Cryptography
import GoogleCloud
import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("The credential of a machine is found")
struct ApplicationDefaultCredentialsTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A transport without a metadata server.
    private static let nowhere = FakeGoogle { (_, _) throws(OAuthClientError) in
        throw OAuthClientError(.providerUnavailable, "no such host")
    }

    private func find(
        _ environment: [String: String], _ google: FakeGoogle = nowhere
    ) async throws -> GoogleCredential {
        try await ApplicationDefaultCredentials(
            environment: environment, connection: google.connection(clock: StandingClock())
        ).find()
    }

    private func write(_ bytes: [UInt8], _ name: String = "sa.json") throws -> String {
        try folder.write(bytes, to: name)
        return "\(folder.path)/\(name)"
    }

    @Test("in the environment first, then in gcloud's file, then at the metadata server (FB-24)")
    func order() async throws {
        let path = try write(TestAccount.keyFile())
        _ = try write(
            [UInt8](#"{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r"}"#.utf8),
            "gcloud/application_default_credentials.json")
        let google = FakeGoogle { (request, _) throws(OAuthClientError) in
            request.url.text.hasSuffix("/email")
                ? .metadata("vm@demo-bridge.iam.gserviceaccount.com") : .metadata("no", status: 404)
        }
        var environment = [
            "GOOGLE_APPLICATION_CREDENTIALS": path, "CLOUDSDK_CONFIG": "\(folder.path)/gcloud", "HOME": "/nowhere",
        ]
        let first = try await find(environment, google)
        #expect(first.kind == .serviceAccount)
        #expect(first.account?.email == TestAccount.email)
        #expect(first.projectID == "demo-bridge")
        #expect(first.summary.contains("GOOGLE_APPLICATION_CREDENTIALS"))
        environment["GOOGLE_APPLICATION_CREDENTIALS"] = ""
        #expect(try await find(environment, google).kind == .authorizedUser)
        #expect(google.requests.isEmpty)
        environment["CLOUDSDK_CONFIG"] = nil
        let last = try await find(environment, google)
        #expect(last.kind == .metadataServer)
        #expect(last.account?.email == "vm@demo-bridge.iam.gserviceaccount.com")
    }

    @Test("nowhere: then each place that was looked at is told (FB-24)")
    func nowhere() async throws {
        do {
            _ = try await find(["HOME": folder.path])
            Issue.record("something was found")
        } catch let error as GoogleCloudError {
            #expect(error.code == .credentialsNotFound)
            for place in ["GOOGLE_APPLICATION_CREDENTIALS", ".config/gcloud", "metadata.google.internal"] {
                #expect(error.reason.contains(place), "\(error)")
            }
        }
        await #expect(throws: GoogleCloudError(expecting: .credentialsNotFound)) {
            try await find(["NO_GCE_CHECK": "true"])
        }
    }

    @Test(
        "broken where it was named: nothing else is tried (FB-24)",
        arguments: [
            "absent", "", "{}", "[]", "-----BEGIN PRIVATE KEY-----", #"{"type":"gdch_service_account"}"#,
            #"{"type":"external_account_authorized_user"}"#, #"{"type":"service_account"}"#,
            #"{"type":"authorized_user"}"#,
            #"{"type":"metadata_server"}"#, #"{"type":"impersonated_service_account"}"#,
            #"{"type":"external_account"}"#,
            #"{"type":"authorized_user","type":"service_account"}"#, #"{"type":1}"#,
        ])
    func broken(text: String) async throws {
        let path = text == "absent" ? "\(folder.path)/absent" : try write([UInt8](text.utf8))
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .metadata("vm@demo.iam.gserviceaccount.com") }
        do {
            _ = try await find(["GOOGLE_APPLICATION_CREDENTIALS": path], google)
            Issue.record("it was accepted")
        } catch let error as GoogleCloudError {
            #expect([.credentialFileUnusable, .credentialKindNotSupported].contains(error.code), "\(error)")
        }
        #expect(google.requests.isEmpty)
    }

    @Test(
        "but never sent where its file points, except to Google (FB-26)",
        arguments: [
            "https://evil.example/token", "http://oauth2.googleapis.com/token",
            "https://metadata.google.internal/token",
            "http://169.254.169.254/token",
        ])
    func stranger(address: String) async throws {
        let path = try write(TestAccount.keyFile(["token_uri": address]))
        await #expect(throws: GoogleCloudError(expecting: .addressNotAllowed)) {
            try await find(["GOOGLE_APPLICATION_CREDENTIALS": path])
        }
    }

    @Test("but does not choose its own universe (FB-26)", arguments: ["oauth2.evil.example", "oauth2.googleapis.com"])
    func universe(host: String) async throws {
        let path = try write(
            TestAccount.keyFile(["universe_domain": "evil.example", "token_uri": "https://\(host)/token"]))
        await #expect(throws: GoogleCloudError(expecting: .addressNotAllowed)) {
            try await find(["GOOGLE_APPLICATION_CREDENTIALS": path])
        }
    }

    @Test(
        "of an impersonation and of a workload, which point to Google and to an account",
        arguments: [
            (
                "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/x@p.iam.gserviceaccount.com:generateAccessToken",
                nil
            ),
            (
                "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/x@p.iam.gserviceaccount.com:generateIdToken",
                .credentialFileUnusable
            ),
            (
                "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/x/y@p.q:generateAccessToken",
                .parameterInvalid
            ),
            (
                "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/:generateAccessToken",
                .credentialFileUnusable
            ),
            (
                "https://evil.example/v1/projects/-/serviceAccounts/x@p.iam.gserviceaccount.com:generateAccessToken",
                .addressNotAllowed
            ),
        ] as [(String, GoogleCloudError.Code?)])
    func impersonation(address: String, code: GoogleCloudError.Code?) async throws {
        let path = try write(
            [UInt8](
                #"{"type":"impersonated_service_account","service_account_impersonation_url":"\#(address)","delegates":[],"source_credentials":{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r"}}"#
                    .utf8))
        let environment = ["GOOGLE_APPLICATION_CREDENTIALS": path]
        if let code {
            await #expect(throws: GoogleCloudError(expecting: code)) { try await find(environment) }
        } else {
            #expect(try await find(environment).account?.email == "x@p.iam.gserviceaccount.com")
        }
    }

    @Test(
        "of a workload, without running what its file names",
        arguments: [
            (#"{"executable":{"command":"/bin/true"}}"#, GoogleCloudError.Code.credentialKindNotSupported),
            (#"{"environment_id":"aws1"}"#, .credentialKindNotSupported), (#"{}"#, .credentialFileUnusable),
            (#"{"url":"https://evil.example/token"}"#, .addressNotAllowed),
            (#"{"url":"http://evil.example/token"}"#, .addressNotAllowed),
            (#"{"file":"/t","format":{"type":"xml"}}"#, .credentialFileUnusable),
        ])
    func workload(source: String, code: GoogleCloudError.Code) async throws {
        let path = try write(Self.external(source))
        await #expect(throws: GoogleCloudError(expecting: code)) {
            try await find(["GOOGLE_APPLICATION_CREDENTIALS": path])
        }
    }

    private static func external(_ source: String) -> [UInt8] {
        [UInt8](
            #"{"type":"external_account","audience":"//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q","subject_token_type":"urn:ietf:params:oauth:token-type:jwt","token_url":"https://sts.googleapis.com/v1/token","credential_source":\#(source)}"#
                .utf8)
    }

    @Test("of a workload: its token is read anew and exchanged (RFC 8693)")
    func exchange() async throws {
        try folder.write([UInt8](#"{"t":"canary.subject.token"}"#.utf8), to: "subject")
        let source = #"{"file":"\#(folder.path)/subject","format":{"type":"json","subject_token_field_name":"t"}}"#
        let path = try write(Self.external(source))
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in
            .json(#"{"access_token":"ya29.federated","expires_in":3600,"token_type":"Bearer"}"#)
        }
        let credential = try await find(["GOOGLE_APPLICATION_CREDENTIALS": path], google)
        #expect(try await credential.tokens.accessToken().secretText == "ya29.federated")
        let request = try #require(google.requests.first)
        #expect(request.url.text == "https://sts.googleapis.com/v1/token")
        #expect(request.text.contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"))
        #expect(request.text.contains("subject_token=canary.subject.token&"))
    }
}
