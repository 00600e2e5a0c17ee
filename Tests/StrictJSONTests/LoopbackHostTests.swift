import StrictJSON
import Testing

@Suite("Hosts that are this machine")
struct LoopbackHostTests {
    @Test(
        "names and addresses of this machine",
        arguments: ["localhost", "LocalHost", "127.0.0.1", "127.255.3.4", "[::1]"])
    func own(_ host: String) {
        #expect(host.isLoopbackHost)
    }

    @Test(
        "everything else is another machine",
        arguments: [
            "", "localhost.example", "127.0.0.1.example", "127.0.0", "127.0.0.256", "127.0.0.1.", "127.0.0.+1",
            "127.0.0.x", "128.0.0.1", "0.0.0.0", "::1", "[::2]", "[::ffff:127.0.0.1]", "2130706433", "127.1",
        ])
    func others(_ host: String) {
        #expect(!host.isLoopbackHost)
    }
}
