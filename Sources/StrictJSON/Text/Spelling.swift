/// Guesses what a misspelt word was meant to be.
package enum Spelling: Sendable {
    /// The nearest of some names; nil where none is near.
    package static func nearest(to word: String, among names: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let beginning = names.filter { $0.hasPrefix(word) }
        if beginning.count == 1, !word.isEmpty { return beginning[0] }
        // Less than the whole word: else any name of two letters would be near to any one letter.
        let limit = min(max(2, word.count / 3), word.count - 1)
        let ranked = names.map { (name: $0, distance: distance(word, $0)) }.filter { $0.distance <= limit }
        return ranked.min { $0.distance < $1.distance }?.name
    }

    /// The number of characters to insert, delete or replace (Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.utf8)
        var row = Array(0...right.count)
        for (i, character) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
