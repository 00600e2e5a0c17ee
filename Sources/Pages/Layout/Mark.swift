/// A sign above the heading of a page that ends something; the heading says the same in words.
enum Mark: String, Sendable, CaseIterable {
    case done, refused, problem, waiting

    /// The sign as an inline image, which readers of screens pass over.
    var image: HTML {
        .element(
            .svg,
            [
                Attribute(.class, "mark \(rawValue)"), Attribute(.viewBox, "0 0 48 48"), Attribute(.ariaHidden, "true"),
            ],
            .element(.path, [Attribute(.d, "M24 3a21 21 0 1 0 0 42a21 21 0 1 0 0-42z \(stroke)")]))
    }

    /// What is drawn in the circle.
    private var stroke: String {
        switch self {
        case .done: "M15 25l6 6 12-13"
        case .refused: "M17 17l14 14 M31 17l-14 14"
        case .problem: "M24 13v13 M24 33.5v.5"
        case .waiting: "M24 13v11l7 5"
        }
    }
}
