/// The elements that pages are made of; none of them runs or loads anything.
enum Element: String, Sendable, CaseIterable {
    case html, head, title, body, header, main, h1, p, div, span, form, label, button, dl, dt, dd, bdi, ul, li, a, svg,
        path
}

/// The elements without content that pages are made of.
enum VoidElement: String, Sendable, CaseIterable {
    case meta, input
}
