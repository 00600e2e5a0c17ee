/// A language of the pages.
public enum Language: String, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Spanish.
    case spanish = "es"
    /// French.
    case french = "fr"
    /// German.
    case german = "de"
    /// Japanese.
    case japanese = "ja"
}
