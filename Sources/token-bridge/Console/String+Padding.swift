extension String {
    /// The text with blanks after it, in a column.
    ///
    /// - Parameter width: How many characters the column has; a text that is longer stays as it is.
    /// - Returns: The text.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
