import Cryptography
import HTTPServer
import Operations
import Testing

@Suite("Persons in the log (log.pii)")
struct PersonalDataTests {
    @Test("Hidden, a uid is a pseudonym, a mail address is gone, an address is its network")
    func hidden() throws {
        let test = try TestLog(.text)
        let (old, new) = (try Addresses.peer("198.51.100.77"), try Addresses.peer("2001:db8:1:2::9"))
        let mapped = try Addresses.peer("::ffff:198.51.100.77")
        test.log.info(
            "x",
            [
                "uid": .uid("yahoo:ABC"), "email": .email("a@b.example"), "from": .address(old), "over": .address(new),
                "mapped": .address(mapped),
                "unix": .address(.local),
            ])
        #expect(!test.line.contains("ABC"))
        #expect(!test.line.contains("b.example"))
        #expect(test.line.contains("from=198.51.100.0/24"))
        #expect(test.line.contains("over=2001:db8:1::/48"))
        #expect(test.line.contains("mapped=198.51.100.0/24"))
        #expect(test.line.hasSuffix("unix=local"))
    }

    @Test("A pseudonym is the same within a process, and another under another key")
    func pseudonyms() throws {
        let one = try TestLog(.text)
        one.log.info("x", ["uid": .uid("u1")])
        one.log.info("x", ["uid": .uid("u1")])
        one.log.info("x", ["uid": .uid("u2")])
        let other = try TestLog(.text, personalData: .hidden(PersonalDataKey(random: FixedRandom(byte: 8))))
        other.log.info("x", ["uid": .uid("u1")])
        let lines = one.sink.lines
        #expect(lines[0] == lines[1])
        #expect(lines[0] != lines[2])
        #expect(lines[0] != other.line)
    }

    @Test("Shown, all is as it is, on one line")
    func shown() throws {
        let test = try TestLog(.text, personalData: .shown)
        let address = try Addresses.peer("2001:db8::9")
        test.log.info("x", ["uid": .uid("a\nb"), "from": .address(address)])
        #expect(test.line.hasSuffix(#"uid="a\\u{a}b" from=2001:db8::9"#))
    }

    @Test("The key of the pseudonyms is not shown")
    func key() throws {
        let key = try PersonalDataKey(random: FixedRandom(byte: 7))
        #expect("\(key)" == "PersonalDataKey (redacted)")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("7"))
    }
}
