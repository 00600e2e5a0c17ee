@testable import Logins
import Testing

@Suite("A redirect address of this machine")
struct LoopbackPlaceTests {
    @Test(
        "names its path, and its port or any",
        arguments: [
            ("http://127.0.0.1/callback", UInt16(0), "/callback"), ("http://127.0.0.1:7777/a/b", 7777, "/a/b"),
            ("http://127.0.0.1:65535/", 65535, "/"),
        ])
    func here(address: String, port: UInt16, path: String) throws {
        let place = try #require(LoopbackPlace(address))
        #expect(place.port == port && place.path == path)
    }

    @Test(
        "leads nowhere else, and has no more than a path",
        arguments: [
            "https://bridge.test/callback", "https://127.0.0.1/callback", "http://127.0.0.1", "http://127.0.0.1:7777",
            "http://127.0.0.1.evil.test/callback", "http://127.0.0.10/callback", "http://127.0.0.1:0/callback",
            "http://127.0.0.1:70000/callback", "http://127.0.0.1:/callback", "http://127.0.0.1@evil.test/callback",
            "http://127.0.0.1:80@evil.test/callback", "http://127.0.0.1/callback?a=b", "http://localhost/callback",
            "HTTP://127.0.0.1/callback", "com.example.app:/callback", "",
        ])
    func elsewhere(address: String) {
        #expect(LoopbackPlace(address) == nil)
    }
}
