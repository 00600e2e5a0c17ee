import Bridge
import Configuration
import Providers
import TestSupport
import Testing

@Suite("Names that persons read")
struct DisplayNameTests {
    private static func fixture() throws -> Fixture {
        var fixture = try Fixture()
        fixture.environment = ["S": "a-secret-of-16-characters"]
        return fixture
    }

    private static func client(_ name: String) -> String {
        Fixture.client(#""type": "public", "grants": ["device_code"]\#(name)"#)
    }

    private static func provider(_ name: String) -> String {
        Fixture.provider("yahoo", #""client_id": "ours", "client_secret": {"env": "S"}\#(name)"#)
    }

    @Test("A client and a provider have the names that are chosen for them")
    func takesNames() throws {
        let client = try Self.fixture().load(Self.client(#", "name": "Küche & Fernseher""#)).client("app")
        #expect(client?.displayName == "Küche & Fernseher")
        let provider = try Self.fixture().load(Self.provider(#", "name": "Our Yahoo""#)).provider("yahoo")
        #expect(provider?.provider.chosenDisplayName == "Our Yahoo")
    }

    @Test("Without one a client is named by its identifier, and a provider has none")
    func hasStandards() throws {
        #expect(try Self.fixture().load(Self.client("")).client("app")?.displayName == "app")
        #expect(try Self.fixture().load(Self.provider("")).provider("yahoo")?.provider.chosenDisplayName == nil)
    }

    @Test("80 characters are the longest name, whatever their bytes")
    func limitsLength() throws {
        let longest = String(repeating: "ü", count: 80)
        #expect(try Self.fixture().load(Self.client(#", "name": "\#(longest)""#)).client("app")?.displayName == longest)
        for text in [Self.client(#", "name": "\#(longest)u""#), Self.provider(#", "name": "\#(longest)u""#)] {
            let faults = try Self.fixture().faults(text)
            #expect(faults.count == 1)
            #expect(faults.first?.contains("name: the name is longer than 80 characters") == true, "\(faults)")
        }
    }

    @Test(
        "A name that cannot be seen, or that turns the text around it, is refused",
        arguments: [
            "", " ", #"\t"#, #"\u00a0"#, #"a\u0001b"#, #"a\nb"#, #"a\u202eb"#, #"a\u2066b"#, #"a\u2028b"#, #"\u200b"#,
        ])
    func refusesMisleading(_ name: String) throws {
        for (text, path) in [
            (Self.client(#", "name": "\#(name)""#), "clients.app.name: "),
            (Self.provider(#", "name": "\#(name)""#), "providers.yahoo.name: "),
        ] {
            let faults = try Self.fixture().faults(text)
            #expect(faults.count == 1)
            #expect(faults.first?.contains(path) == true, "\(faults)")
        }
    }

    @Test("Joiners are no fault: scripts are written with them")
    func allowsJoiners() throws {
        #expect(try Self.fixture().faults(Self.client(#", "name": "می\u200cخواهم 👩\u200d💻""#)) == [])
    }
}
