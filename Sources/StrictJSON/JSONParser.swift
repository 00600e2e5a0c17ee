import CJansson

extension JSONValue {
    /// Reads one JSON value.
    ///
    /// Refused are: two members of one name, text after the value, the null character in a string, invalid UTF-8 or a
    /// byte order mark, integers beyond 64 bits, reals beyond the finite range, and what exceeds the limits.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - limits: The largest text and deepest nesting to read.
    /// - Throws: `JSONError`, which names the place and never quotes the text.
    /// - SeeAlso: RFC 8259; RFC 7519, section 4, for the refusal of duplicate members.
    public init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        if bytes.count <= limits.maximumBytes,
            let value = PlainJSONReader.value(in: bytes, maximumDepth: limits.maximumDepth)
        {
            self = value
        } else {
            try self.init(parsingByJansson: bytes, limits: limits)
        }
    }

    /// Reads one JSON value of any kind, and judges what is none.
    package init(parsingByJansson bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else { throw JSONError(.tooLarge) }
        guard bytes.contains(where: { !Self.isBlank($0) }) else { throw JSONError(.empty) }
        let scan = try JSONLexicalScan(bytes, maximumDepth: limits.maximumDepth)
        let root = try JanssonDocument(bytes)
        var builder = JSONTreeBuilder(bytes: bytes, numbers: scan.numbers)
        self = try root.value(using: &builder)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}

extension JSONObject {
    /// Reads one JSON object.
    ///
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - limits: The largest text and deepest nesting to read.
    /// - Throws: `JSONError`; `notAnObject` where the text is another JSON value.
    public init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard case .object(let object) = try JSONValue(parsing: bytes, limits: limits) else {
            throw JSONError(.notAnObject)
        }
        self = object
    }
}

/// Owns what jansson has read.
@safe private final class JanssonDocument {
    private let root: UnsafeMutablePointer<json_t>

    init(_ bytes: [UInt8]) throws(JSONError) {
        var fault = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
        let value = unsafe bytes.withUnsafeBytes { buffer in
            unsafe json_loadb(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, flags, &fault)
        }
        guard let value = unsafe value else { throw JSONError(fault) }
        unsafe root = value
    }

    deinit {
        unsafe json_decref(root)
    }

    func value(using builder: inout JSONTreeBuilder) throws(JSONError) -> JSONValue {
        let value = try unsafe builder.value(of: root)
        try builder.finish()
        return value
    }
}

/// Turns jansson's tree into ours, handing each number its own digits.
private struct JSONTreeBuilder {
    let bytes: [UInt8]
    let numbers: [Range<Int>]
    var nextNumber = 0

    init(bytes: [UInt8], numbers: [Range<Int>]) {
        self.bytes = bytes
        self.numbers = numbers
    }

    /// A number left over would mean that jansson and the scan read the text differently: then nothing can be trusted.
    func finish() throws(JSONError) {
        guard nextNumber == numbers.count else { throw JSONError(.malformed) }
    }

    mutating func value(of node: UnsafeMutablePointer<json_t>) throws(JSONError) -> JSONValue {
        switch unsafe bridge_json_typeof(node) {
        case JSON_OBJECT: return .object(try unsafe object(of: node))
        case JSON_ARRAY: return .array(try unsafe array(of: node))
        case JSON_STRING:
            return .string(unsafe Self.string(json_string_value(node), length: json_string_length(node)))
        case JSON_INTEGER:
            let text = try nextNumberText()
            return text == "-0" ? .decimal(JSONDecimal(validated: text)) : .integer(unsafe json_integer_value(node))
        case JSON_REAL: return .decimal(JSONDecimal(validated: try nextNumberText()))
        case JSON_TRUE: return .bool(true)
        case JSON_FALSE: return .bool(false)
        case JSON_NULL: return .null
        default: throw JSONError(.malformed)
        }
    }

    /// jansson keeps members in the order of insertion, which is that of the text, so numbers come in order too.
    private mutating func object(of node: UnsafeMutablePointer<json_t>) throws(JSONError) -> JSONObject {
        var members: [JSONObject.Member] = []
        members.reserveCapacity(unsafe json_object_size(node))
        var iterator = unsafe json_object_iter(node)
        while let current = unsafe iterator {
            guard let child = unsafe json_object_iter_value(current) else { throw JSONError(.malformed) }
            let name = unsafe Self.string(json_object_iter_key(current), length: json_object_iter_key_len(current))
            members.append(JSONObject.Member(name: name, value: try unsafe value(of: child)))
            unsafe iterator = json_object_iter_next(node, current)
        }
        return JSONObject(uniqueMembers: members)
    }

    private mutating func array(of node: UnsafeMutablePointer<json_t>) throws(JSONError) -> [JSONValue] {
        let count = unsafe json_array_size(node)
        var elements: [JSONValue] = []
        elements.reserveCapacity(count)
        for index in 0..<count {
            guard let child = unsafe json_array_get(node, index) else { throw JSONError(.malformed) }
            elements.append(try unsafe value(of: child))
        }
        return elements
    }

    private mutating func nextNumberText() throws(JSONError) -> String {
        guard nextNumber < numbers.count else { throw JSONError(.malformed) }
        let range = numbers[nextNumber]
        nextNumber += 1
        return String(decoding: bytes[range], as: UTF8.self)
    }

    private static func string(_ pointer: UnsafePointer<CChar>?, length: Int) -> String {
        guard let pointer = unsafe pointer else { return "" }
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: pointer, count: length), as: UTF8.self)
    }
}

extension JSONError {
    /// Takes jansson's code and place; its text quotes the input and is dropped.
    fileprivate init(_ fault: json_error_t) {
        var fault = fault
        let code: Code =
            switch unsafe json_error_code(&fault) {
            case json_error_out_of_memory: .outOfMemory
            case json_error_stack_overflow: .tooDeep
            case json_error_invalid_utf8: .notUTF8
            case json_error_end_of_input_expected: .trailingText
            case json_error_duplicate_key: .duplicateMember
            case json_error_numeric_overflow: .numberOutOfRange
            case json_error_null_character, json_error_null_byte_in_key: .nullCharacter
            default: .malformed
            }
        self.init(code, line: Int(fault.line), column: Int(fault.column))
    }
}
