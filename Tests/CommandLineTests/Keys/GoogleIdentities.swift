import BridgeTesting
import Foundation
import HTTPServer
import OAuthClient
import StrictJSON
import TestSupport

/// The ways to an access token beside a key of the account itself, as strict as Google's documents: a person who signed
/// in by gcloud, a workload with a token of another issuer, and the metadata server of a machine.
enum GoogleIdentities: Sendable {
    /// The credential files, by their types; the metadata server needs none.
    static let kinds = [
        "service_account", "authorized_user", "impersonated_service_account", "external_account", "metadata_server",
    ]

    private static let person = [
        "grant_type": "refresh_token", "client_id": "gcloud-client", "client_secret": "gcloud-canary-secret",
        "refresh_token": "1//gcloud-canary-refresh-token",
    ]
    private static let workload = [
        "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
        "audience": "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/o",
        "scope": "https://www.googleapis.com/auth/cloud-platform",
        "requested_token_type": "urn:ietf:params:oauth:token-type:access_token",
        "subject_token_type": "urn:ietf:params:oauth:token-type:jwt", "subject_token": "workload.canary.token",
    ]

    /// What a command says in its environment to be one of the kinds, with the file that it names.
    static func environment(_ kind: String, _ plant: RotationPlant) throws -> [String: String] {
        guard kind != "metadata_server" else {
            return ["GCE_METADATA_HOST": plant.base.replacing("http://", with: "")]
        }
        guard kind != "service_account" else { return ["GOOGLE_APPLICATION_CREDENTIALS": "first.json"] }
        var object = try file(kind, plant)
        if kind == "impersonated_service_account" {
            object["source_credentials"] = .object(try file("authorized_user", plant))
        }
        try plant.scratch.write(object.compactBytes, to: "adc.json")
        try plant.scratch.write([UInt8]("workload.canary.token".utf8), to: "workload.token")
        return ["GOOGLE_APPLICATION_CREDENTIALS": "adc.json"]
    }

    private static func file(_ kind: String, _ plant: RotationPlant) throws -> JSONObject {
        var object = JSONObject()
        object["type"] = .string(kind)
        let impersonation =
            "\(plant.base)/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\(plant.services.serviceAccount)"
            + ":generateAccessToken"
        switch kind {
        case "authorized_user":
            for name in ["client_id", "client_secret", "refresh_token"] {
                object[name] = person[name].map { .string($0) }
            }
        case "external_account":
            for name in ["audience", "subject_token_type"] { object[name] = workload[name].map { .string($0) } }
            object["token_url"] = .string("\(plant.base)/sts.googleapis.com/v1/token")
            var source = JSONObject()
            source["file"] = .string("\(plant.scratch.path)/workload.token")
            object["credential_source"] = .object(source)
            object["service_account_impersonation_url"] = .string(impersonation)
        default: object["service_account_impersonation_url"] = .string(impersonation)
        }
        return object
    }

    /// The answer to a request for one of them; nil for other requests.
    static func response(to request: ServerRequest, _ services: SandboxServices) -> ServerResponse? {
        let form = Dictionary(
            FormReader.pairs(request.body), uniquingKeysWith: { first, _ in first })
        switch request.path {
        case "/oauth2.googleapis.com/token" where form["grant_type"] == "refresh_token":
            return form == person ? token(services) : refusal("invalid_grant")
        case "/sts.googleapis.com/v1/token":
            return form == workload ? token(services) : refusal("invalid_request")
        case let path where path.hasPrefix("/computeMetadata/v1/"):
            guard request.headers["Metadata-Flavor"] == "Google" else { return ServerResponse(status: 403) }
            switch path.dropFirst("/computeMetadata/v1/".count) {
            case "instance/service-accounts/default/email": return metadata(services.serviceAccount)
            case "project/project-id": return metadata(services.identityToolkit.project.identifier)
            case "instance/service-accounts/default/token":
                let answer = token(services)
                return ServerResponse(
                    status: answer.status, headers: HeaderFields([.init("Metadata-Flavor", "Google")]),
                    body: answer.body)
            default: return metadata("not found", status: 404)
            }
        default: return nil
        }
    }

    private static func token(_ services: SandboxServices) -> ServerResponse {
        guard let token = try? services.iam.accessToken(for: services.serviceAccount) else {
            return ServerResponse(status: 500)
        }
        let text = #"{"access_token":"\#(token.secretText)","expires_in":3599,"token_type":"Bearer"}"#
        return ServerResponse(
            status: 200, headers: HeaderFields([.init("Content-Type", "application/json")]), body: [UInt8](text.utf8))
    }

    private static func refusal(_ error: String) -> ServerResponse {
        ServerResponse(
            status: 400, headers: HeaderFields([.init("Content-Type", "application/json")]),
            body: [UInt8](#"{"error":"\#(error)","error_description":"Bad Request"}"#.utf8))
    }

    private static func metadata(_ text: String, status: Int = 200) -> ServerResponse {
        ServerResponse(
            status: status, headers: HeaderFields([.init("Metadata-Flavor", "Google")]), body: [UInt8](text.utf8))
    }
}

/// Reads bodies of forms.
private enum FormReader {
    static func pairs(_ body: [UInt8]) -> [(String, String)] {
        String(decoding: body, as: UTF8.self).split(separator: "&").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = parts[1].replacing("+", with: " ").removingPercentEncoding else {
                return nil
            }
            return (String(parts[0]), value)
        }
    }
}
