extension ProcessStatistics {
    /// The families by which every client library of Prometheus tells of its process.
    var families: [MetricFamily] {
        let values: [(MetricFamily.Kind, String, String, Double)] = [
            (.gauge, "process_resident_memory_bytes", "Resident memory.", Double(residentBytes)),
            (.gauge, "process_open_fds", "Open file descriptors.", Double(openDescriptors)),
            (.gauge, "process_max_fds", "How many file descriptors may be open.", Double(maximumDescriptors)),
            (.gauge, "process_start_time_seconds", "When the process started, since 1970.", startSeconds),
            (.counter, "process_cpu_seconds_total", "Processor time.", processorSeconds),
        ]
        return values.map { kind, name, help, value in
            let family = MetricFamily(kind, name, help)
            family.set(value)
            return family
        }
    }
}
