@testable import CustomTokens
import StrictJSON
import TestSupport
import Testing

@Suite("Service-account key: project and warnings (FB-09)")
struct ServiceAccountWarningTests {
    @Test("B16: an account of another project than its file names is warned about, with both projects")
    func lyingProject() throws {
        let account = try ServiceAccount(
            parsing: Locations.bytes("\(Locations.caseFolder("B16"))/sa-project-field-lies.json"))
        #expect(account.warnings.count == 1)
        #expect(account.warnings.first?.contains("\"demo-bridge\"") == true)
        #expect(account.warnings.first?.contains("\"demo-b\"") == true)
        #expect(account.signingProjectID == "demo-b")
    }

    @Test("B16: the project of an account is told, so that it can be compared")
    func otherProject() throws {
        let folder = try Locations.caseFolder("B16")
        #expect(try ServiceAccount(contentsOfFile: "\(folder)/sa-demo-b.json").signingProjectID == "demo-b")
        let own = try ServiceAccount(parsing: Locations.bytes("\(folder)/sa.json"))
        #expect(own.signingProjectID == "demo-bridge")
        #expect(own.warnings.isEmpty)
    }

    @Test("a key file that others can read is warned about")
    func openFile() throws {
        let folder = try TestFolder()
        let path = try folder.write(Fixtures.accountJSON(), to: "key.json", mode: 0o640)
        let account = try ServiceAccount(contentsOfFile: path)
        #expect(account.warnings.count == 1)
        #expect(account.warnings.first?.contains("chmod 600") == true)
    }

    @Test(
        "an address that is no service account's is warned about",
        arguments: [
            "alice@example.com", "svc@demo.iam.gserviceaccount.com.example.com", "svc@gserviceaccount.com",
        ])
    func foreignAddress(_ email: String) throws {
        let account = try ServiceAccount(parsing: Fixtures.accountJSON(["client_email": .string(email)]))
        #expect(account.warnings.count == 1)
        #expect(account.warnings.first?.contains(email) == true)
        #expect(account.signingProjectID == "demo-bridge")
    }

    @Test(
        "the project is told by the address where it tells, else by the file",
        arguments: [
            ("svc@demo-bridge.iam.gserviceaccount.com", "demo-bridge", "demo-bridge"),
            ("svc@proj.example.com.iam.gserviceaccount.com", "example.com:proj", "example.com:proj"),
            ("demo@appspot.gserviceaccount.com", "demo-bridge", "demo-bridge"),
            ("12345-compute@developer.gserviceaccount.com", "demo-bridge", "demo-bridge"),
        ])
    func projects(_ email: String, _ project: String, _ expected: String) throws {
        let account = try ServiceAccount(
            parsing: Fixtures.accountJSON(["client_email": .string(email), "project_id": .string(project)]))
        #expect(account.signingProjectID == expected)
        #expect(account.warnings.isEmpty)
    }
}
