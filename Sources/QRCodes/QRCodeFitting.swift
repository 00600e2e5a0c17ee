/// Finds the best picture of a QR code that a part of a terminal has room for.
public struct QRCodeFitting: Sendable {
    private let style: QRCodeText.Style
    private let columns: Int
    private let rows: Int

    /// Describes the room.
    ///
    /// - Parameters:
    ///   - style: How pictures are drawn.
    ///   - columns: The columns of the terminal.
    ///   - rows: The rows that are left for a picture.
    public init(style: QRCodeText.Style, columns: Int, rows: Int) {
        self.style = style
        self.columns = columns
        self.rows = rows
    }

    /// The first picture that there is room for: of the first text before the others, with the standard's quiet zone
    /// before a smaller one, and with more correction before less.
    ///
    /// - Parameter texts: The texts, the best one first.
    /// - Returns: The picture; nil where there is room for none.
    /// - Throws: `QRCodeError` with code `libraryUnavailable` or `libraryFailed`.
    public func picture(of texts: [String]) throws(QRCodeError) -> QRCodeText? {
        for text in texts {
            for quietZone in [4, 2] {
                for correction in [QRCode.Correction.medium, .low] {
                    guard let code = try code(text, correction) else { continue }
                    let picture = QRCodeText(code, style: style, quietZone: quietZone)
                    if picture.columns <= columns, picture.rows <= rows { return picture }
                }
            }
        }
        return nil
    }

    /// A code; nil where the text is too long for one.
    private func code(_ text: String, _ correction: QRCode.Correction) throws(QRCodeError) -> QRCode? {
        do throws(QRCodeError) {
            return try QRCode(text, correction: correction)
        } catch {
            guard error.code == .textUnusable else { throw error }
            return nil
        }
    }
}
