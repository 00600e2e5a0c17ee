import Configuration
import CustomTokens
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("The configuration that the manual shows")
struct DesignSampleTests {
    static let text = """
        {
          "issuer": "https://bridge.example.com",          // how devices and providers reach us
          "listen": "127.0.0.1:8080",                      // or "unix:/run/token-bridge.sock", or "systemd"
          "telemetry": "127.0.0.1:9090",
          "tls": { "certificate": "tls.pem", "key": "tls.key" },       // optional; or "trusted_proxies": ["10.0.0.0/8"]
          "project": "demo-bridge",
          "keys": "keys",                                  // key ring folder; or {"service_account": "sa.json"}
          "store": "sqlite:bridge.db",                     // or "postgresql://..."
          "token": { "lifetime": 3600, "tenant": null, "claims": { "provider": "$provider", "provider_email": "$email" } },
          "providers": {
            "yahoo":  { "client_id": "...", "client_secret": {"env": "YAHOO_SECRET"}, "scopes": ["mail-r"], "parameters": {"language": "fr"} },
            "corp":   { "preset": "oidc", "issuer": "https://id.example.com", "client_id": "...", "client_secret": {"file": "corp.secret"} },
            "plant":  { "preset": "oidc", "issuer": "https://plant.example", "client_id": "...", "jwks_file": "plant-jwks.json" }   // no network needed
          },
          "clients": {
            "tv":      { "type": "public", "grants": ["device_code", "token_exchange"], "providers": ["yahoo", "corp"] },
            "desktop": { "type": "public", "grants": ["authorization_code"], "redirect_uris": ["http://127.0.0.1/callback"] },
            "backend": { "secret": {"env": "BACKEND_SECRET"}, "grants": ["client_credentials"], "uid_prefixes": ["svc:"], "claims": ["role"] }
          }
        }
        """

    @Test("It can be loaded, and says what it shows")
    func canBeLoaded() throws {
        var fixture = try Fixture()
        fixture.environment = ["YAHOO_SECRET": "y", "BACKEND_SECRET": "a-secret-of-16-characters"]
        try fixture.folder.write(Array("corp-secret\n".utf8), to: "corp.secret")
        let jwks =
            #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}"#
        try fixture.folder.write(Array(jwks.utf8), to: "plant-jwks.json", mode: 0o644)
        let configuration = try fixture.load(Self.text)
        #expect(configuration.warnings == [])
        #expect(configuration.token.tenantID == nil)
        #expect(configuration.providers.map(\.provider.id) == ["yahoo", "corp", "plant"])
        #expect(configuration.providers.map(\.provider.userIDs.prefix) == ["yahoo", "corp", "plant"])
        #expect(configuration.clients.map(\.id) == ["tv", "desktop", "backend"])
        #expect(configuration.client("tv")?.providers == .only(["yahoo", "corp"]))
        #expect(configuration.client("nobody") == nil)
        #expect(configuration.provider("nobody") == nil)
    }
}
