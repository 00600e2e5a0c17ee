import StrictJSON
import Testing

@Suite("Limits of size and depth")
struct LimitTests {
    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test("the deepest allowed nesting is read, one more is refused", arguments: [1, 2, 8, 32, 64, 2048])
    func holdsDepth(depth: Int) {
        let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: depth)
        #expect(refusal(of: Self.nested(depth), limits: limits) == nil)
        #expect(refusal(of: Self.nested(depth + 1), limits: limits) == .tooDeep)
    }

    @Test("objects and arrays count alike")
    func countsObjectsToo() {
        let limits = JSONLimits(maximumBytes: 1000, maximumDepth: 3)
        #expect(refusal(of: #"{"a":[{"b":1}]}"#, limits: limits) == nil)
        #expect(refusal(of: #"{"a":[{"b":[]}]}"#, limits: limits) == .tooDeep)
        #expect(refusal(of: #"[{"a":{"b":{}}}]"#, limits: limits) == .tooDeep)
    }

    @Test("brackets within strings do not count, not even behind an escaped quote")
    func ignoresBracketsInStrings() {
        let limits = JSONLimits(maximumBytes: 1000, maximumDepth: 1)
        #expect(refusal(of: #"["[[[[", "\"[[[[", "\\", "{{"]"#, limits: limits) == nil)
        #expect(refusal(of: #"["\\",["\""]]"#, limits: limits) == .tooDeep)
    }

    @Test("siblings do not add up")
    func ignoresSiblings() {
        let text = "[" + Array(repeating: "[{}]", count: 500).joined(separator: ",") + "]"
        #expect(refusal(of: text, limits: JSONLimits(maximumBytes: 10_000, maximumDepth: 3)) == nil)
    }

    @Test("no caller can ask for more than jansson's own depth")
    func capsDepth() {
        #expect(JSONLimits(maximumBytes: 1, maximumDepth: 1_000_000).maximumDepth == 2048)
        let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: .max)
        #expect(refusal(of: Self.nested(100_000), limits: limits) == .tooDeep)
    }

    @Test("the largest allowed text is read, one byte more is refused")
    func holdsSize() {
        let limits = JSONLimits(maximumBytes: 10, maximumDepth: 4)
        #expect(refusal(of: #""12345678""#, limits: limits) == nil)
        #expect(refusal(of: #""123456789""#, limits: limits) == .tooLarge)
        #expect(refusal(of: "[]" + String(repeating: " ", count: 9), limits: limits) == .tooLarge)
    }

    @Test("what is inside a token has 16 KiB and 32 levels, a document 1 MiB and 64 levels")
    func hasStatedLimits() {
        #expect(JSONLimits.token == JSONLimits(maximumBytes: 16_384, maximumDepth: 32))
        #expect(JSONLimits.document == JSONLimits(maximumBytes: 1_048_576, maximumDepth: 64))
    }

    @Test("an object is read under the same limits")
    func holdsObjectsToLimits() {
        let limits = JSONLimits(maximumBytes: 9, maximumDepth: 1)
        #expect(objectRefusal(of: #"{"a":1}"#, limits: limits) == nil)
        #expect(objectRefusal(of: #"{"a":[]}"#, limits: limits) == .tooDeep)
        #expect(objectRefusal(of: #"{"a":1234}"#, limits: limits) == .tooLarge)
    }
}
