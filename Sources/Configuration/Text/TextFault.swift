/// Something at a place of a text that keeps it from being read.
struct TextFault: Error, Sendable {
    let offset: Int
    let message: String
    var hint: String?
}
