import Glibc

/// The desktop that a person sits at.
enum Desktop: Sendable {
    private static let opener = "xdg-open"

    /// Whether there is one, here and not at the other end of a remote shell, that can open addresses.
    static func isThere(_ environment: [String: String]) -> Bool {
        guard environment["SSH_CONNECTION", default: ""].isEmpty,
            ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { !environment[$0, default: ""].isEmpty })
        else { return false }
        return environment["PATH", default: ""].split(separator: ":").contains { folder in
            unsafe access("\(folder)/\(opener)", X_OK) == 0
        }
    }

    /// Opens an address in the browser.
    ///
    /// - Parameter address: The address.
    /// - Returns: Whether the program that opens it has started.
    static func open(_ address: String) -> Bool {
        var actions = unsafe posix_spawn_file_actions_t()
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // Nothing that it prints may get between a result or a countdown.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let texts: [String] = [opener, address]
        let words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var process = pid_t()
        return unsafe posix_spawnp(&process, opener, &actions, nil, words, environ) == 0
    }
}
