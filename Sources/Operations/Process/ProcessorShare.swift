import Glibc

/// How the threads of this process share the processors.
public enum ProcessorShare: Sendable {
    /// `SCHED_BATCH` of `linux/sched.h`, which the module of the C library leaves out.
    private static let batch: Int32 = 3

    /// Lets a thread that signs finish its turn where another one wakes up.
    ///
    /// A signature takes most of a millisecond, and each request wakes the thread of the connections several times. Where
    /// it pushes a signing thread aside each time, a tenth of the processors goes into the change alone. The policy
    /// (`SCHED_BATCH`) costs nothing while a processor is free, and holds for all threads that are started later. Where
    /// the system does not allow it, all goes on as before.
    public static func letSigningFinish() {
        var parameter = sched_param(sched_priority: 0)
        _ = unsafe sched_setscheduler(0, batch, &parameter)
    }
}
