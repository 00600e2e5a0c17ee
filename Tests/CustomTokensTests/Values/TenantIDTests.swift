@testable import CustomTokens
import Testing

@Suite("Tenant identifier")
struct TenantIDTests {
    @Test(
        "letters, digits and hyphens are accepted",
        arguments: [
            "a", "tenant-7abcd", "A-1", "-", String(repeating: "t", count: 128),
        ])
    func accepted(_ value: String) throws {
        #expect(try TenantID(value).value == value)
    }

    @Test("an empty identifier is refused and said to be empty")
    func empty() throws {
        let error = try refusal { try TenantID("") }
        #expect(error.code == .tenantInvalid)
        #expect(error.reason.contains("empty"))
    }

    @Test("129 bytes are refused and said to be too long")
    func tooLong() throws {
        let error = try refusal { try TenantID(String(repeating: "t", count: 129)) }
        #expect(error.code == .tenantInvalid)
        #expect(error.reason.contains("longer than 128"))
    }

    @Test(
        "any other character is refused",
        arguments: [
            " ", "a b", "tenant_7", "tenant/7", "tenant.7", "a\n", "\na", "a\u{0}", "ténant", "tenant-７", "a+b",
            "a%20b",
            "a\"b", "projects/p/tenants/t", "\u{212A}",
        ])
    func refused(_ value: String) {
        #expect(throws: CustomTokenError(.tenantInvalid, "")) { try TenantID(value) }
    }
}
