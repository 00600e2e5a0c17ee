import Foundation
import TestSupport

/// An authority and certificates that it has signed, made anew for each run.
struct TestCertificates: Sendable {
    private let folder: ScratchFolder

    /// The authority's certificate.
    var authority: String { "\(folder.path)/ca.pem" }
    /// For 127.0.0.1 and localhost.
    var good: String { "\(folder.path)/good.pem" }
    /// For another host.
    var otherHost: String { "\(folder.path)/other.pem" }
    /// For 127.0.0.1, and expired.
    var expired: String { "\(folder.path)/expired.pem" }
    /// For 127.0.0.1, and not valid yet.
    var future: String { "\(folder.path)/future.pem" }
    /// For 127.0.0.1, signed by itself.
    var selfSigned: String { "\(folder.path)/self.pem" }

    /// Made once, for all tests.
    static let shared = Result { try TestCertificates() }

    private init() throws {
        folder = try ScratchFolder()
        let script = """
            set -e; cd "$1"
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=Test authority' \
                -keyout ca.key -out ca.pem
            touch index; echo 01 > serial
            printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=index\\nserial=serial\\nnew_certs_dir=.\\n' > ca.conf
            printf 'default_md=sha256\\npolicy=p\\ncopy_extensions=copy\\n[p]\\ncommonName=supplied\\n' >> ca.conf
            printf 'unique_subject=no\\n' > index.attr
            make() {
                openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" \
                    -addext "subjectAltName=$2" -keyout $1.key -out $1.csr
                openssl ca -config ca.conf -batch -notext -in $1.csr -cert ca.pem -keyfile ca.key \
                    -startdate $3 -enddate $4 -out $1.crt
                cat $1.key $1.crt > $1.pem
            }
            make good IP:127.0.0.1,DNS:localhost 20200101000000Z 20490101000000Z
            make other DNS:other.example 20200101000000Z 20490101000000Z
            make expired IP:127.0.0.1 20200101000000Z 20200201000000Z
            make future IP:127.0.0.1 20480101000000Z 20490101000000Z
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=self \
                -addext subjectAltName=IP:127.0.0.1 -keyout self.key -out self.crt
            cat self.key self.crt > self.pem
            """
        let made = try Subprocess.run("/bin/bash", ["-c", script, "bash", folder.path])
        guard made.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["errors": made.errors]) }
    }
}
