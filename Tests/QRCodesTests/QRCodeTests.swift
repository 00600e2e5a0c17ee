import QRCodes
import TestSupport
import Testing

@Suite("QR codes")
struct QRCodeTests {
    private static let address = "https://bridge.example.com/device?user_code=WDJB-MJHT"

    @Test("are the smallest squares that have room", arguments: [("a", 21), (Self.address, 29)])
    func size(text: String, size: Int) throws {
        #expect(try QRCode(text, correction: .low).size == size)
        #expect(try QRCode(text, correction: .medium).size >= size)
    }

    @Test("have a finder pattern in three corners and nothing dark outside")
    func finders() throws {
        let code = try QRCode(Self.address, correction: .low)
        for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            #expect((0..<7).allSatisfy { code.isDark(row: row, column: column + $0) })
            #expect(!code.isDark(row: row + 1, column: column + 1) && code.isDark(row: row + 3, column: column + 3))
        }
        for outside in [-1, code.size, Int.max, Int.min] {
            #expect(!code.isDark(row: outside, column: 0) && !code.isDark(row: 0, column: outside))
        }
    }

    @Test("of no text, and of more than any code holds, there are none", arguments: [0, 2954, 100_000])
    func textUnusable(count: Int) {
        let error = #expect(throws: QRCodeError.self) {
            try QRCode(String(repeating: "a", count: count), correction: .low)
        }
        #expect(error?.code == .textUnusable)
    }

    @Test("hold less with more correction")
    func tooLongForCorrection() throws {
        let text = String(repeating: "a", count: 2900)
        #expect(try QRCode(text, correction: .low).size == 177)
        #expect(throws: QRCodeError.self) { try QRCode(text, correction: .medium) }
    }

    @Test(
        "are read back from every way to draw them, with the standard's quiet zone and with half of it",
        .enabled(if: TerminalPicture.hasReader, "zbarimg is not installed"), arguments: [4, 2],
        [QRCode.Correction.low, .medium])
    func readBack(quietZone: Int, correction: QRCode.Correction) throws {
        let code = try QRCode(Self.address, correction: correction)
        for characters in [QRCodeText.Characters.halfBlocks, .ascii] {
            for colours in [QRCodeText.Colours.blackOnWhite, .terminal] {
                let style = QRCodeText.Style(characters: characters, colours: colours)
                let picture = QRCodeText(code, style: style, quietZone: quietZone)
                #expect(picture.lines.count == picture.rows)
                #expect(try TerminalPicture(picture.lines).text() == Self.address)
            }
        }
    }

    @Test("a picture that was changed is read as nothing", .enabled(if: TerminalPicture.hasReader, "no zbarimg"))
    func damaged() throws {
        let style = QRCodeText.Style(characters: .halfBlocks, colours: .blackOnWhite)
        var lines = QRCodeText(try QRCode(Self.address, correction: .low), style: style, quietZone: 4).lines
        lines.replaceSubrange(6..<14, with: [String](repeating: lines[0], count: 8))
        #expect(try TerminalPicture(lines).text() != Self.address)
    }

    @Test("every line closes its colours, and without colours there is no escape sequence")
    func escapes() throws {
        let code = try QRCode(Self.address, correction: .low)
        for characters in [QRCodeText.Characters.halfBlocks, .ascii] {
            let coloured = QRCodeText(
                code, style: QRCodeText.Style(characters: characters, colours: .blackOnWhite), quietZone: 2)
            #expect(coloured.lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") })
            let plain = QRCodeText(
                code, style: QRCodeText.Style(characters: characters, colours: .terminal), quietZone: 2)
            #expect(plain.lines.allSatisfy { !$0.contains("\u{1B}") && $0.count == plain.columns })
        }
    }

    @Test("the fallback is ASCII alone")
    func isASCII() throws {
        let style = QRCodeText.Style(characters: .ascii, colours: .terminal)
        let picture = QRCodeText(try QRCode(Self.address, correction: .low), style: style, quietZone: 2)
        #expect(picture.lines.joined().utf8.allSatisfy { $0 == 0x20 || $0 == 0x23 })
        #expect(picture.columns == 2 * picture.rows)
    }
}
