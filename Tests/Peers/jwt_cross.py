#!/usr/bin/env python3
"""Independent verifiers of one RS256 token, and a matrix of malformed ones.
   jwt_cross.py verify SA.json|CERT.pem|PUB.pem TOKEN|-     each verifier: ok / the fault; exit 1 if any says no
   jwt_cross.py matrix SA.json                               what each verifier says to tokens a careful verifier refuses
   jwt_cross.py forge SA.json                                prints the malformed tokens as JSON lines {"case","token"} (input for the product's own tests)
Verifiers: PyJWT, joserfc, jwcrypto, python-jose, google-auth, the jose command, node 20 crypto, openssl."""
import base64, json, os, subprocess, sys, tempfile, time, warnings, hashlib, hmac; warnings.filterwarnings("ignore")
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization as S
from cryptography.hazmat.primitives.asymmetric import padding, rsa
AUD = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
b = lambda x: base64.urlsafe_b64encode(x if isinstance(x, bytes) else json.dumps(x, separators=(",", ":")).encode()).rstrip(b"=").decode()
def load(p):
    d = open(p, "rb").read()
    if d.lstrip().startswith(b"{"): j = json.loads(d); k = S.load_pem_private_key(j["private_key"].encode(), None); return k.public_key(), k, j
    return (x509.load_pem_x509_certificate(d).public_key() if b"CERTIFICATE" in d else S.load_pem_public_key(d)), None, {}
def pem(p): return p.public_bytes(S.Encoding.PEM, S.PublicFormat.SubjectPublicKeyInfo).decode()
def v_pyjwt(p, t): import jwt; jwt.decode(t, p, algorithms=["RS256"], audience=AUD)
def v_joserfc(p, t):
    from joserfc import jwt; from joserfc.jwk import RSAKey
    r = jwt.decode(t, RSAKey.import_key(pem(p)), algorithms=["RS256"]); jwt.JWTClaimsRegistry(aud={"essential": True, "value": AUD}, exp={"essential": True}).validate(r.claims)
def v_jwcrypto(p, t):
    from jwcrypto import jwk, jwt; jwt.JWT(key=jwk.JWK.from_pem(pem(p).encode()), jwt=t, algs=["RS256"], check_claims={"aud": AUD, "exp": None})
def v_python_jose(p, t): from jose import jwt; jwt.decode(t, pem(p), algorithms=["RS256"], audience=AUD)
def v_google_auth(p, t): from google.auth import jwt; jwt.decode(t, certs=pem(p), audience=AUD)
def v_jose_cli(p, t):
    from jwcrypto import jwk
    with tempfile.NamedTemporaryFile("w", suffix=".jwk", delete=False) as f: f.write(jwk.JWK.from_pem(pem(p).encode()).export_public())
    r = subprocess.run(["jose", "jws", "ver", "-i-", "-k", f.name, "-O", "-"], input=t, capture_output=True, text=True); os.unlink(f.name)
    if r.returncode: raise ValueError("jose: " + r.stderr.strip()[:60])
NODE = """const c=require('crypto');const [p,t]=JSON.parse(require('fs').readFileSync(0));const q=t.split('.');if(q.length!==3)throw 'parts';const h=JSON.parse(Buffer.from(q[0],'base64url'));if(h.alg!=='RS256')throw 'alg';if(!c.verify('RSA-SHA256',Buffer.from(q[0]+'.'+q[1]),p,Buffer.from(q[2],'base64url')))throw 'signature';JSON.parse(Buffer.from(q[1],'base64url'))"""
def v_node(p, t):
    r = subprocess.run(["node", "-e", NODE], input=json.dumps([pem(p), t]), capture_output=True, text=True)
    if r.returncode: raise ValueError("node")
def v_openssl(p, t):
    si, _, sg = t.rpartition("."); d = tempfile.mkdtemp()
    open(d + "/p", "w").write(pem(p)); open(d + "/m", "w").write(si); open(d + "/s", "wb").write(base64.urlsafe_b64decode(sg + "=" * (-len(sg) % 4)))
    if subprocess.run(["openssl", "dgst", "-sha256", "-verify", d + "/p", "-signature", d + "/s", d + "/m"], capture_output=True).returncode: raise ValueError("openssl")
V = {n[2:]: f for n, f in list(globals().items()) if n.startswith("v_")}
def forge(k, j):
    n = int(time.time()); e = j["client_email"]; kid = j["private_key_id"]; H = {"alg": "RS256", "typ": "JWT", "kid": kid}; P = {"iss": e, "sub": e, "aud": AUD, "uid": "alice", "iat": n, "exp": n + 3600}
    sg = lambda m, h=hashes.SHA256(), pad=padding.PKCS1v15(): b(k.sign(m.encode(), pad, h)); mk = lambda h, p: (lambda m: m + "." + sg(m))(b(h) + "." + b(p)); good = mk(H, P); a, c, s = good.split("."); P2 = pem(k.public_key()).encode()
    raw = base64.urlsafe_b64decode(s + "=="); m_none = b({**H, "alg": "none"}) + "." + c; hs = b({**H, "alg": "HS256"}) + "." + c; other = rsa.generate_private_key(65537, 2048)
    dup = b(b'{"alg":"RS256","typ":"JWT","alg":"none"}'); dupp = b(json.dumps(P)[:-1].encode() + b',"uid":"mallory"}'); bits = s[:-1] + chr(ord(s[-1]) + 1) if s[-1] not in "zZ9_-" else s[:-1] + "w"
    return {"good": good, "alg none, no signature": m_none + ".", "alg None, no signature": b({**H, "alg": "None"}) + "." + c + ".", "HS256 keyed with the public PEM": hs + "." + b(hmac.new(P2, hs.encode(), hashlib.sha256).digest()),
        "alg rs256 (lower case)": mk({**H, "alg": "rs256"}, P), "no alg": mk({"typ": "JWT"}, P), "RS384 header and signature": (lambda m: m + "." + sg(m, hashes.SHA384()))(b({**H, "alg": "RS384"}) + "." + c),
        "RS256 header, PSS signature": a + "." + c + "." + sg(a + "." + c, pad=padding.PSS(padding.MGF1(hashes.SHA256()), 32)), "another key": (lambda m: m + "." + b(other.sign(m.encode(), padding.PKCS1v15(), hashes.SHA256())))(a + "." + c),
        "another key, its jwk in the header": (lambda m: m + "." + b(other.sign(m.encode(), padding.PKCS1v15(), hashes.SHA256())))(b({**H, "jwk": {"kty": "RSA", "e": "AQAB", "n": b(other.public_key().public_numbers().n.to_bytes(256, "big"))}}) + "." + c),
        "unknown crit": mk({**H, "crit": ["x-unknown"], "x-unknown": 1}, P), "empty crit": mk({**H, "crit": []}, P), "b64 false, not in crit": mk({**H, "b64": False}, P), "duplicate alg in header": dup + "." + c + "." + sg(dup + "." + c), "duplicate uid in payload": a + "." + dupp + "." + sg(a + "." + dupp),
        "padded base64 in signature": good + "==", "newline at the end": good + "\n", "space in signature": good[:-4] + " " + good[-4:], "standard alphabet + and /": a + "." + c + "." + s.replace("-", "+").replace("_", "/"), "non-canonical last character": a + "." + c + "." + bits,
        "signature with a leading zero byte": a + "." + c + "." + b(b"\0" + raw), "signature cut by one byte": a + "." + c + "." + b(raw[:-1]), "four parts": good + "." + s, "two parts": a + "." + c, "empty payload": (lambda m: m + "." + sg(m))(a + "."), "payload is an array": mk(H, [P]), "payload not JSON": (lambda m: m + "." + sg(m))(a + "." + b(b"hello")),
        "payload with BOM": (lambda m: m + "." + sg(m))(a + "." + b(b"\xef\xbb\xbf" + json.dumps(P).encode())), "exp in the past": mk(H, {**P, "iat": n - 7200, "exp": n - 3600}), "exp as text": mk(H, {**P, "exp": str(n + 3600)}), "exp as float": mk(H, {**P, "exp": n + 3600.5}), "exp 1e400": (lambda q: a + "." + q + "." + sg(a + "." + q))(b(json.dumps(P).replace(str(n + 3600), "1e400").encode())),
        "exp missing": mk(H, {x: y for x, y in P.items() if x != "exp"}), "nbf in the future": mk(H, {**P, "nbf": n + 1000}), "iat in the future": mk(H, {**P, "iat": n + 3000, "exp": n + 6000}), "aud another": mk(H, {**P, "aud": "x"}), "aud list with ours": mk(H, {**P, "aud": ["x", AUD]}), "aud missing": mk(H, {x: y for x, y in P.items() if x != "aud"})}
def run(f, p, t):
    try: f(p, t); return True, "ok"
    except BaseException as e: return False, f"{type(e).__name__}: {str(e)[:70]}"
if __name__ == "__main__":
    c = sys.argv[1]; p, k, j = load(sys.argv[2])
    if c == "verify":
        t = sys.argv[3] if sys.argv[3] != "-" else sys.stdin.read().strip(); bad = 0
        for n, f in V.items(): r, w = run(f, p, t); bad |= not r; print(f"{n:12s} {w}")
        sys.exit(bad)
    F = forge(k, j)
    if c == "forge": [print(json.dumps({"case": n, "token": t})) for n, t in F.items()]
    else:
        print(f"{'':38s}" + " ".join(f"{n[:9]:>9s}" for n in V))
        for n, t in F.items(): print(f"{n:38s}" + " ".join(f"{'ACCEPTS' if run(f, p, t)[0] else '-':>9s}" for f in V.values()))
