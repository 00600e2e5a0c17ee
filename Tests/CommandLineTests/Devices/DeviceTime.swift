import TestSupport

/// The time that a device's program sees.
enum DeviceTime: Sendable {
    case real
    /// Sleeping takes no time, and is written down; the clock goes on by what was slept.
    case skipped

    /// Tools of a shell that come before the system's.
    func toolFolder(in folder: ScratchFolder) throws -> String? {
        guard self == .skipped else { return nil }
        try folder.write([UInt8]("#!/bin/sh\necho \"$1\" >> \"$SLEEPS\"\n".utf8), to: "tools/sleep", mode: 0o755)
        let clock = """
            #!/bin/sh
            slept=0
            while read -r pause; do slept=$((slept + pause)); done < "$SLEEPS"
            read -r now _ < /proc/uptime
            echo "$((${now%.*} + slept))"

            """
        try folder.write([UInt8](clock.utf8), to: "tools/cut", mode: 0o755)
        return "\(folder.path)/tools"
    }

    /// What starts a program of Python with this time.
    func pythonLauncher(in folder: ScratchFolder) throws -> [String] {
        guard self == .skipped else { return [] }
        let launcher = """
            import os, sys, time
            true, slept = time.monotonic, [0]
            def sleep(seconds):
                slept[0] += seconds
                open(os.environ["SLEEPS"], "a").write(f"{seconds:.0f}\\n")
            time.sleep, time.monotonic = sleep, lambda: true() + slept[0]
            sys.argv = sys.argv[1:]
            exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"))

            """
        try folder.write([UInt8](launcher.utf8), to: "launcher.py")
        return ["\(folder.path)/launcher.py"]
    }

    /// What a program in C is linked with.
    func cSources(in folder: ScratchFolder) throws -> [String] {
        guard self == .skipped else { return [] }
        let source = """
            #define _GNU_SOURCE
            #include <stdio.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>
            static long slept;
            int nanosleep(const struct timespec *time, struct timespec *rest) {
                FILE *file = fopen(getenv("SLEEPS"), "a");
                if (rest != NULL || file == NULL) abort();
                fprintf(file, "%ld\\n", (long)time->tv_sec);
                fclose(file);
                slept += time->tv_sec;
                return 0;
            }
            int clock_gettime(clockid_t clock, struct timespec *time) {
                int result = (int)syscall(SYS_clock_gettime, clock, time);
                time->tv_sec += slept;
                return result;
            }

            """
        try folder.write([UInt8](source.utf8), to: "time.c")
        return ["\(folder.path)/time.c"]
    }
}
