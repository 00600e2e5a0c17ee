import CQRencode
import Glibc

/// A QR code (ISO/IEC 18004) as a square of dark and light modules, without the quiet zone around it.
public struct QRCode: Sendable, Equatable {
    /// How much of a code may be unreadable.
    public enum Correction: Sendable, CaseIterable {
        /// About 7 percent: the smallest codes.
        case low
        /// About 15 percent.
        case medium
    }

    /// The longest text of any code of that correction, in bytes.
    static let maximumBytes = 2953

    /// The number of modules of a side: 21 to 177.
    public let size: Int
    /// The modules row by row, each 1 where it is dark.
    private let modules: [UInt8]

    /// Encodes a text as the smallest code that has room for it.
    ///
    /// - Parameters:
    ///   - text: The text, such as an address.
    ///   - correction: How much may be unreadable.
    /// - Throws: `QRCodeError` with code `libraryUnavailable`, `textUnusable` or `libraryFailed`.
    public init(_ text: String, correction: Correction) throws(QRCodeError) {
        let bytes = [UInt8](text.utf8)
        guard 1...Self.maximumBytes ~= bytes.count else {
            throw QRCodeError(.textUnusable, "a QR code holds 1 to \(Self.maximumBytes) bytes, not \(bytes.count)")
        }
        let symbol = try EncodedSymbol(bytes, correction)
        (size, modules) = (symbol.width, symbol.modules)
    }

    /// Whether a module is dark; those outside are light.
    ///
    /// - Parameters:
    ///   - row: The row, from the top.
    ///   - column: The column, from the left.
    /// - Returns: Whether it is dark.
    public func isDark(row: Int, column: Int) -> Bool {
        guard 0..<size ~= row, 0..<size ~= column else { return false }
        return modules[row * size + column] == 1
    }
}

/// A symbol of libqrencode, which is freed with this value and never leaves it.
@safe private final class EncodedSymbol {
    /// Whether libqrencode is loaded, which the first who asks brings about.
    private static let isReady = bridge_qrencode_is_complete() == 1

    private let symbol: UnsafeMutablePointer<CQRencode.QRcode>

    /// - Throws: `QRCodeError`.
    init(_ bytes: [UInt8], _ correction: QRCode.Correction) throws(QRCodeError) {
        guard Self.isReady else {
            throw QRCodeError(.libraryUnavailable, "libqrencode cannot be loaded (Debian's package libqrencode4)")
        }
        let level =
            switch correction {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            }
        guard let symbol = unsafe bridge_qrencode_encode(bytes, Int32(bytes.count), level) else {
            // ERANGE: too long for this correction.
            throw errno == ERANGE
                ? QRCodeError(.textUnusable, "no QR code of this correction has room for \(bytes.count) bytes")
                : QRCodeError(.libraryFailed, "libqrencode failed (error \(errno))")
        }
        unsafe self.symbol = symbol
    }

    deinit {
        unsafe bridge_qrencode_free(symbol)
    }

    /// The modules of a side.
    var width: Int { unsafe Int(symbol.pointee.width) }

    /// The modules, each 1 where it is dark: the other bits say what a module is for.
    var modules: [UInt8] {
        let bytes = unsafe UnsafeBufferPointer(start: symbol.pointee.data, count: width * width)
        return unsafe bytes.map { $0 & 1 }
    }
}
