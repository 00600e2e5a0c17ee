import JOSE

extension NumericDate {
    /// Reads a timestamp (RFC 3339, section 5.6), such as `2021-01-23T02:33:17.017000+00:00`; a fraction is dropped.
    ///
    /// nil for what is none.
    init?(timestamp text: String) {
        let bytes = [UInt8](text.utf8)
        guard 20...40 ~= bytes.count, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = Self.digits(bytes[0..<4], in: 1970...9999), let month = Self.digits(bytes[5..<7], in: 1...12),
            let day = Self.digits(bytes[8..<10], in: 1...31), let hour = Self.digits(bytes[11..<13], in: 0...23),
            let minute = Self.digits(bytes[14..<16], in: 0...59), let second = Self.digits(bytes[17..<19], in: 0...60),
            day <= Self.days(in: month, of: year), let offset = Self.offset(bytes[19...])
        else { return nil }
        let days = Self.days(year, month, day)
        self.init(secondsSinceEpoch: ((days * 24 + hour) * 60 + minute) * 60 + second - offset)
    }

    private static func digits(_ bytes: ArraySlice<UInt8>, in range: ClosedRange<Int64>) -> Int64? {
        guard bytes.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int64(String(decoding: bytes, as: UTF8.self)),
            range ~= number
        else { return nil }
        return number
    }

    /// The seconds by which a place is ahead, after a fraction that is not looked at.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var rest = bytes
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        if rest.elementsEqual("Z".utf8) || rest.elementsEqual("z".utf8) { return 0 }
        guard rest.count == 6, let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return nil
        }
        let start = rest.startIndex
        guard rest[start + 3] == UInt8(ascii: ":"), let hours = digits(rest[start + 1..<start + 3], in: 0...23),
            let minutes = digits(rest[start + 4..<start + 6], in: 0...59)
        else { return nil }
        return (hours * 60 + minutes) * (sign == UInt8(ascii: "+") ? 60 : -60)
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days since 1970-01-01.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let before = year - 1
        let leapDays = before / 4 - before / 100 + before / 400 - 477
        let months = (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
        return (year - 1970) * 365 + leapDays + months + day - 1
    }
}
