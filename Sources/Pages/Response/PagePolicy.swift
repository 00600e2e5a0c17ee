/// What browsers are told to refuse on our pages.
enum PagePolicy: Sendable {
    /// The header fields of every page.
    ///
    /// - Parameters:
    ///   - language: The language of the page.
    ///   - formTargets: Origins beside our own that a form's answer may redirect to.
    /// - Returns: The fields.
    static func headers(_ language: Language, formTargets: [FormTarget]) -> [PageResponse.Header] {
        let targets = ["'self'"] + formTargets.map(\.origin)
        let policy = [
            "default-src 'none'", "style-src '\(Stylesheet.source)'", "form-action \(targets.joined(separator: " "))",
            "frame-ancestors 'none'", "base-uri 'none'",
        ]
        return [
            .init("Content-Type", "text/html; charset=utf-8"),
            .init("Content-Language", language.rawValue),
            .init("Vary", "Accept-Language"),
            .init("Cache-Control", "no-store"),
            .init("Content-Security-Policy", policy.joined(separator: "; ")),
            .init("X-Frame-Options", "DENY"),
            .init("X-Content-Type-Options", "nosniff"),
            .init("Referrer-Policy", "no-referrer"),
            .init("Cross-Origin-Opener-Policy", "same-origin"),
            .init("Cross-Origin-Resource-Policy", "same-origin"),
            .init("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ]
    }
}
