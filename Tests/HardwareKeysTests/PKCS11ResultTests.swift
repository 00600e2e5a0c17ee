import Testing

@testable import HardwareKeys

@Suite("What a module of PKCS#11 answers")
struct PKCS11ResultTests {
    @Test(
        "a session that may be lost is opened anew: by the codes for it, without a reason, by the module's own codes",
        arguments: [0x05, 0x06, 0x30, 0x31, 0x32, 0x60, 0x82, 0xB0, 0xB3, 0xE0, 0x101, 0x190, 0x8000_0000, 0x8000_4321])
    func lost(_ code: UInt) {
        #expect(PKCS11Result(code).isLossOfSession)
    }

    @Test(
        "what a new session does not change is told at once; a PIN above all is not tried again",
        arguments: [0x00, 0x02, 0x07, 0x50, 0x54, 0x62, 0x68, 0x70, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0x102, 0x104, 0x200])
    func lasting(_ code: UInt) {
        #expect(!PKCS11Result(code).isLossOfSession)
    }
}
