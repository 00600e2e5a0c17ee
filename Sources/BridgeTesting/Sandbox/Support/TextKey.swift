/// A text as the key of a dictionary, by its bytes: canonical equivalence would make two accounts one.
struct TextKey: Sendable, Hashable {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = [UInt8](text.utf8)
    }
}
