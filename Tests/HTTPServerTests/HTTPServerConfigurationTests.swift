import HTTPServer
import Testing

@Suite("A server's configuration")
struct HTTPServerConfigurationTests {
    @Test("Without more said, every caller has limits and deadlines")
    func defaults() {
        let configuration = HTTPServerConfiguration()
        #expect(configuration.bodyBytes == 65_536)
        #expect(configuration.headBytes == 16_384)
        #expect(configuration.targetBytes == 8192)
        #expect(configuration.headDeadline == .seconds(6))
        #expect(configuration.bodyDeadline == .seconds(6))
        #expect(configuration.handlerDeadline == .seconds(30))
        #expect(configuration.idleDeadline == .seconds(30))
        #expect(configuration.requestsInFlight == 512)
        #expect(configuration.connections == 1000)
    }
}
