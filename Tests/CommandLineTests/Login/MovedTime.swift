import TestSupport

/// A time of day that a test moves under a running program; its other clocks stay as they are.
///
/// faketime moves timers of the monotonic clock along, so it cannot show what depends on which clock.
struct MovedTime {
    private static let library = """
        #define _GNU_SOURCE
        #include <stdio.h>
        #include <sys/syscall.h>
        #include <stdlib.h>
        #include <time.h>
        #include <unistd.h>
        int clock_gettime(clockid_t clock, struct timespec *time) {
            int result = syscall(SYS_clock_gettime, clock, time);
            const char *path = getenv("CLOCK_OFFSET_FILE");
            FILE *file = result == 0 && clock == CLOCK_REALTIME && path ? fopen(path, "r") : NULL;
            long offset = 0;
            if (file && fscanf(file, "%ld", &offset) == 1) time->tv_sec += offset;
            if (file) fclose(file);
            return result;
        }

        """
    /// Whether there is a compiler for it.
    static let isPossible = Shell("cc").isThere

    private let folder: ScratchFolder

    /// Makes the library in a folder.
    init(in folder: ScratchFolder) throws {
        self.folder = folder
        try folder.write([UInt8](Self.library.utf8), to: "clock.c")
        let result = try TokenBridge.bash("cc -shared -fPIC -o clock.so clock.c", in: folder)
        guard result.status == 0 else { throw ServeFailure("no library: \(result.errors)") }
        try move(seconds: 0)
    }

    /// What a program needs in its environment.
    var environment: [String: String] {
        ["LD_PRELOAD": "\(folder.path)/clock.so", "CLOCK_OFFSET_FILE": "\(folder.path)/offset"]
    }

    /// Moves the time of day.
    func move(seconds: Int) throws { try folder.write([UInt8]("\(seconds)".utf8), to: "offset") }
}
