"""firebase-admin mints for as many seconds as each line of standard input says, and answers with tokens per second."""
import sys, time
import firebase_admin
from firebase_admin import auth, credentials

firebase_admin.initialize_app(credentials.Certificate(sys.argv[1]))
claims = {"role": "editor", "level": 7, "groups": ["a", "b", "c"], "limits": {"daily": 100, "rate": 1.5}, "active": True}
for line in sys.stdin:
    seconds, count, start = float(line), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        auth.create_custom_token("user-12345", claims)
        count += 1
    print(count / (time.perf_counter() - start), flush=True)
