import Foundation
import Testing

@testable import Pages

@Suite("The colours (WCAG 2.2, 1.4.3 and 1.4.11)")
struct ContrastTests {
    /// The colours of the light style, or those of the dark one.
    private func colours(dark: Bool) -> [String: Double] {
        let parts = Stylesheet.text.components(separatedBy: "prefers-color-scheme:dark")
        var result: [String: Double] = [:]
        let block = parts[dark ? 1 : 0].prefix { $0 != "*" }
        for match in block.matches(of: /--(\w+):#([0-9a-f]{6})/) {
            result[String(match.output.1)] = luminance(String(match.output.2))
        }
        return result
    }

    private func luminance(_ hex: String) -> Double {
        let value = Int(hex, radix: 16) ?? 0
        let channels = [value >> 16, value >> 8 & 255, value & 255].map { channel in
            let part = Double(channel) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }

    @Test("stand out from what is behind them, in light and in dark", arguments: [false, true])
    func contrast(dark: Bool) throws {
        let colours = colours(dark: dark)
        #expect(colours.count == 12)
        let pairs: [(String, String, Double)] = [
            ("text", "card", 7), ("text", "sunk", 7), ("quiet", "card", 4.5), ("quiet", "page", 4.5),
            ("error", "card", 4.5),
            ("onmain", "main", 4.5), ("onmain", "over", 4.5), ("field", "card", 3), ("main", "card", 3),
            ("main", "page", 3),
            ("done", "card", 3),
        ]
        for (front, back, least) in pairs {
            let levels = [try #require(colours[front]), try #require(colours[back])].sorted()
            let ratio = (levels[1] + 0.05) / (levels[0] + 0.05)
            #expect(ratio >= least, "\(front) on \(back): \(ratio)")
        }
    }
}
