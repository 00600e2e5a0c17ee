import QRCodes
import Testing

@Suite("QR codes in the room that a terminal has")
struct QRCodeFittingTests {
    private static let complete = "https://bridge.example.com/device?user_code=WDJB-MJHT"
    private static let plain = "https://bridge.example.com/device"
    private static let blocks = QRCodeText.Style(characters: .halfBlocks, colours: .blackOnWhite)
    private static let ascii = QRCodeText.Style(characters: .ascii, colours: .blackOnWhite)

    private func picture(
        _ columns: Int, _ rows: Int, _ texts: [String] = [complete, plain], style: QRCodeText.Style = blocks
    ) throws -> QRCodeText? {
        try QRCodeFitting(style: style, columns: columns, rows: rows).picture(of: texts)
    }

    @Test("80 by 24 has room for the address with the code beside three lines of text")
    func usualTerminal() throws {
        let picture = try #require(try picture(80, 21))
        #expect(picture.rows <= 21 && picture.columns <= 80)
        // That of the plain address has 15 rows.
        #expect(picture.rows >= 19)
    }

    @Test("nothing that is found is larger than the room", arguments: 0..<60)
    func neverLarger(rows: Int) throws {
        for columns in [10, 36, 37, 41, 80] {
            for style in [Self.blocks, Self.ascii] {
                guard let picture = try picture(columns, rows, style: style) else { continue }
                #expect(picture.rows <= rows && picture.columns <= columns)
            }
        }
    }

    @Test("the shorter address takes the place of one that there is no room for")
    func shorterAddress() throws {
        let long = "https://bridge.example.com/device?user_code=" + String(repeating: "W", count: 300)
        #expect(try picture(80, 21, [long]) == nil)
        #expect(try picture(80, 21, [long, Self.plain]) != nil)
    }

    @Test("a text that no code holds is passed over")
    func tooLong() throws {
        #expect(try picture(500, 500, [String(repeating: "a", count: 3000)]) == nil)
        #expect(try picture(500, 500, [String(repeating: "a", count: 3000), Self.plain]) != nil)
    }

    @Test("the standard's quiet zone comes before a smaller one")
    func quietZone() throws {
        let roomy = try #require(try picture(80, 40))
        let tight = try #require(try picture(80, 19))
        #expect(roomy.columns > tight.columns)
    }

    @Test("in ASCII, 24 rows have room for none")
    func asciiIsTooLarge() throws {
        #expect(try picture(80, 21, style: Self.ascii) == nil)
        #expect(try picture(100, 60, style: Self.ascii) != nil)
    }

    @Test("without room or texts there is none")
    func nothing() throws {
        #expect(try picture(80, 24, []) == nil)
        #expect(try picture(0, 0) == nil)
        #expect(try picture(-1, -1) == nil)
    }
}
