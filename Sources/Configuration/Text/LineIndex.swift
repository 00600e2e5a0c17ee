/// Tells lines and columns of a text.
struct LineIndex: Sendable {
    private let file: String
    private let text: [UInt8]
    /// Where the lines begin.
    private let starts: [Int]

    init(_ text: [UInt8], file: String) {
        self.text = text
        self.file = file
        var starts = [text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (index, byte) in text.enumerated() where byte == 0x0A { starts.append(index + 1) }
        self.starts = starts
    }

    /// The place of a byte, in characters of Unicode.
    func place(of offset: Int) -> ConfigurationPlace {
        let line = lineNumber(of: offset)
        let start = min(starts[line], offset)
        let before = text[start..<min(max(offset, start), text.count)]
        // Bytes that continue a character are no characters of their own.
        let column = before.count { $0 & 0xC0 != 0x80 } + 1
        return .file(file, line: line + 1, column: column)
    }

    /// Where the character that jansson calls by line and column begins in a text that has the same lines.
    func offset(line: Int, column: Int, in strict: [UInt8]) -> Int {
        guard line > 0, line <= starts.count else { return 0 }
        var offset = line == 1 ? 0 : starts[line - 1]
        // jansson counts the characters that it has read, the last of the fault with them.
        var remaining = max(column - 1, 0)
        while remaining > 0, offset < strict.count, strict[offset] != 0x0A {
            offset += 1
            while offset < strict.count, strict[offset] & 0xC0 == 0x80 { offset += 1 }
            remaining -= 1
        }
        return offset
    }

    private func lineNumber(of offset: Int) -> Int {
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
