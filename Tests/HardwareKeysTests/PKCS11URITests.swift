import HardwareKeys
import Testing

@Suite("The URI of a key in a token (RFC 7512)")
struct PKCS11URITests {
    private static let query = "?module-path=/usr/lib/m.so"

    @Test("names token, key, module and the file of the PIN")
    func complete() throws {
        let uri = try PKCS11URI(
            "pkcs11:token=My%20Token;manufacturer=Acme;model=M1;serial=0042;object=signer;id=%01%aB;type=private"
                + "?module-path=/usr/lib/m.so&pin-source=file:/etc/pin")
        #expect(uri.tokenLabel == "My Token")
        #expect(uri.manufacturer == "Acme")
        #expect(uri.model == "M1")
        #expect(uri.serial == "0042")
        #expect(uri.objectLabel == "signer")
        #expect(uri.objectID == [0x01, 0xAB])
        #expect(uri.modulePath == "/usr/lib/m.so")
        #expect(uri.pinSource == .file(path: "/etc/pin"))
    }

    @Test(
        "is told as the key and the token that it names, without anything of the PIN",
        arguments: [
            ("token=My%20Token;object=signer", "the key \"signer\" in the PKCS#11 token \"My Token\""),
            ("token=t;object=o;id=%01%aB", "the key \"o\" (id 01ab) in the PKCS#11 token \"t\""),
            ("slot-id=7;id=%01", "the key (id 01) in the PKCS#11 token (slot 7)"),
            (
                "serial=0042;model=M1;manufacturer=Acme;object=a%0Ab",
                "the key \"a\\u{a}b\" in the PKCS#11 token (manufacturer \"Acme\", model \"M1\", serial \"0042\")"
            ),
        ])
    func keyName(attributes: String, expected: String) throws {
        let uri = try PKCS11URI("pkcs11:\(attributes)\(Self.query)&pin-source=file:/etc/canary")
        #expect(uri.keyName == expected)
    }

    @Test(
        "names the PIN's file in four ways, or a variable",
        arguments: [
            ("file:/p", PKCS11URI.PINSource.file(path: "/p")), ("file:///p", .file(path: "/p")),
            ("/p", .file(path: "/p")), ("%2Fp", .file(path: "/p")), ("env:TOKEN_PIN", .environment(name: "TOKEN_PIN")),
        ])
    func pinSource(text: String, expected: PKCS11URI.PINSource) throws {
        let uri = try PKCS11URI("pkcs11:token=t;object=o\(Self.query)&pin-source=\(text)")
        #expect(uri.pinSource == expected)
    }

    @Test(
        "is refused where it is malformed, says too little, or says what nobody looks at",
        arguments: [
            "", "pkcs11:", "http://token", "token=t;object=o", "pkcs11:token=t;object=o",
            "pkcs11:object=o?module-path=/m", "pkcs11:token=t?module-path=/m", "pkcs11:token=;object=o?module-path=/m",
            "pkcs11:token=t;object=o?module-path=m.so", "pkcs11:token=t;object=o?module-path=../m.so",
            "pkcs11:token=t;token=u;object=o?module-path=/m", "pkcs11:token=t;objekt=o?module-path=/m",
            "pkcs11:token=%zz;object=o?module-path=/m", "pkcs11:token=%4;object=o?module-path=/m",
            "pkcs11:token=t;object=o;type=public?module-path=/m", "pkcs11:token=t t;object=o?module-path=/m",
            "pkcs11:token=%ff;object=o?module-path=/m", "pkcs11:token=%00;object=o?module-path=/m",
            "pkcs11:token;object=o?module-path=/m", "pkcs11:token=t;slot-id=x;object=o?module-path=/m",
            "pkcs11:token=t;object=o?module-path=/m&module-name=m", "pkcs11:token=t;object=o?token=u&module-path=/m",
            "pkcs11:token=t;object=o;library-version=3?module-path=/m",
            "pkcs11:token=t;object=o?module-path=/m&pin-source=https://pins.example/1",
            "pkcs11:token=t;object=o?module-path=/m&pin-source=|cat",
            "pkcs11:token=t;object=o?module-path=/m&pin-source=env:",
        ])
    func malformed(text: String) {
        #expect(throws: HardwareKeyError(expecting: .uriInvalid)) { try PKCS11URI(text) }
    }

    @Test("is refused with the PIN in it, which no message repeats, and tells where to put it")
    func pinValue() {
        for text in ["pkcs11:token=t;object=o?pin-value=9876543&module-path=/m", "pkcs11:pin-value=9876543;token=t"] {
            do {
                _ = try PKCS11URI(text)
                Issue.record("it was accepted")
            } catch {
                #expect(error.code == .uriInvalid)
                #expect(error.reason.contains("pin-value"))
                #expect(error.hint?.contains("pin-source=file:") == true)
                #expect(!"\(error) \(error.hint ?? "")".contains("9876543"))
            }
        }
    }

    @Test("does not repeat a PIN that stands in the place of its source")
    func pinAsSource() {
        do {
            _ = try PKCS11URI("pkcs11:token=t;object=o?module-path=/m&pin-source=9876543")
            Issue.record("it was accepted")
        } catch {
            #expect(!"\(error) \(error.hint ?? "")".contains("9876543"))
        }
    }
}
