/// What all pages look like around their content.
struct PageLayout: Sendable {
    /// The one heading, which also begins the title.
    let heading: String
    /// The status code.
    var status = 200
    /// A sign above the heading.
    var mark: Mark?
    /// What goes before the heading in the title, so that it is the first thing read aloud.
    var titlePrefix: Template?
    /// Where the browser goes on by itself.
    var refresh: OnwardAddress?
    /// Origins beside our own that a form's answer may redirect to.
    var formTargets: [FormTarget] = []
    /// The seconds after which another attempt makes sense.
    var retryAfter: Int64?

    /// The whole page.
    func response(in context: PageContext, _ content: HTML...) -> PageResponse {
        var headers = PagePolicy.headers(context.language, formTargets: formTargets)
        if let retryAfter { headers.append(.init("Retry-After", String(max(0, retryAfter)))) }
        let root = HTML.element(
            .html, [Attribute(.lang, context.language.rawValue)], head(context),
            .element(
                .body, [],
                .element(.header, [], .element(.p, [], .name(context.host))),
                .element(.main, [], mark?.image ?? .empty, .element(.h1, [], .text(heading)), .group(content))))
        return PageResponse(status: status, headers: headers, body: HTML.document(root))
    }

    private func head(_ context: PageContext) -> HTML {
        let title = titlePrefix?.filled(.text(heading)) ?? .text(heading)
        return .element(
            .head, [],
            .void(.meta, [Attribute(.charset, "utf-8")]),
            .void(.meta, [Attribute(.name, "viewport"), Attribute(.content, "width=device-width, initial-scale=1")]),
            .void(.meta, [Attribute(.name, "color-scheme"), Attribute(.content, "light dark")]),
            .void(.meta, [Attribute(.name, "robots"), Attribute(.content, "noindex")]),
            refresh.map { .void(.meta, Attribute.refresh($0)) } ?? .empty,
            .element(.title, [], title, .text(" – \(context.host.visible(limit: 80))")),
            .stylesheet)
    }
}
