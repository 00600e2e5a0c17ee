/// The style of all pages.
///
/// It stands in every page, so that a page is one request, and the policy of the pages allows these very bytes by their hash.
enum Stylesheet: Sendable {
    /// What stands for the style in a policy (Content Security Policy 3, section 2.3.1).
    ///
    /// No hash can be had in this layer, so this is written down; a test compares it with the text.
    static let source = "sha256-iL6I7UX4H2cGktT9h07ayNzaVFaExOSqyBia0a4ugN8="

    /// The style.
    static let text = """
        :root{color-scheme:light dark;\
        --page:#f3f4f6;--card:#ffffff;--line:#d5d9df;--text:#1a1f26;--quiet:#566070;--field:#77808d;\
        --main:#1f5a9e;--over:#184a84;--onmain:#ffffff;--error:#b3261e;--done:#1b6e3c;--sunk:#f3f4f6}
        @media(prefers-color-scheme:dark){:root{\
        --page:#101317;--card:#191d23;--line:#343a44;--text:#e7eaee;--quiet:#a7b0bc;--field:#7f8996;\
        --main:#8fbcf2;--over:#aacdf6;--onmain:#0c1a2c;--error:#ffb1a8;--done:#83d3a0;--sunk:#101317}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;align-items:center;\
        padding:0 1rem;background:var(--page);color:var(--text);\
        font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif;\
        overflow-wrap:anywhere}
        body:lang(ja){font-family:system-ui,-apple-system,"Hiragino Sans","Yu Gothic UI",Meiryo,"Noto Sans CJK JP",\
        "Noto Sans JP",sans-serif;line-break:strict;word-break:auto-phrase}
        :lang(de) h1{hyphens:auto}
        header,main{width:100%;max-width:27rem}
        header{margin-top:auto;padding:1.5rem 0 .75rem;text-align:center;color:var(--quiet);font-size:.875rem}
        main{margin-bottom:auto;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
        body::after{content:"";height:3.5rem;flex:none}
        h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;font-weight:600;text-wrap:balance}
        p{margin:0 0 1rem;text-wrap:pretty}
        header p,main>:last-child,form>:last-child{margin-bottom:0}
        form{margin-top:1.5rem}
        .mark{display:block;width:3rem;height:3rem;margin:0 0 1rem;fill:none;stroke:var(--quiet);stroke-width:2.5;\
        stroke-linecap:round;stroke-linejoin:round}
        .mark.done{stroke:var(--done)}
        .mark.problem{stroke:var(--error)}
        label{display:block;font-weight:600}
        .hint{margin:0 0 .5rem;color:var(--quiet);font-size:.875rem}
        input{display:block;width:100%;min-height:3.25rem;padding:.5rem .75rem;border:1px solid var(--field);\
        border-radius:.5rem;background:var(--card);color:var(--text);\
        font:1.5rem/1.25 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;\
        letter-spacing:.08em;text-transform:uppercase}
        input::placeholder{color:var(--quiet);opacity:1}
        input[aria-invalid]{border:2px solid var(--error)}
        .error{margin:.5rem 0 0;color:var(--error);font-weight:600}
        button,a.main,a.other{display:block;width:100%;min-height:3rem;margin-top:.75rem;padding:.6875rem 1rem;\
        border:1px solid transparent;border-radius:.5rem;font:inherit;font-weight:600;text-align:center;\
        text-decoration:none;cursor:pointer;transition:background-color .12s}
        #code~button,p>a.main{margin-top:1.5rem}
        .main{background:var(--main);color:var(--onmain)}
        .main:hover{background:var(--over)}
        .other,.choice{background:transparent;color:var(--text);border-color:var(--field)}
        .other:hover,.choice:hover{background:var(--sunk)}
        .choice{display:flex;justify-content:space-between;align-items:center;gap:1rem;text-align:start}
        .choice::after{content:"";flex:none;width:.5rem;height:.5rem;border:solid var(--quiet);\
        border-width:2px 2px 0 0;transform:rotate(45deg)}
        :focus-visible{outline:3px solid var(--main);outline-offset:2px}
        .code{margin:1.25rem 0;padding:.75rem;border-radius:.5rem;background:var(--sunk);text-align:center;\
        font:600 1.75rem/1.25 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;\
        letter-spacing:.08em}
        .caution{padding-left:.875rem;border-left:3px solid var(--field)}
        dl{margin:1.25rem 0;border-top:1px solid var(--line);font-size:.9375rem}
        dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
        dt{flex:0 0 7.5rem;color:var(--quiet)}
        dd{flex:1 1 11rem;margin:0}
        .report div{display:block}
        .report dd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875rem}
        @media(max-width:30rem){body{padding:0;background:var(--card)}\
        header{margin:0;padding:1rem 1.25rem;border-bottom:1px solid var(--line)}\
        main{padding:1.75rem 1.25rem;border:0;border-radius:0;margin-bottom:0;max-width:none}}
        @media(prefers-reduced-motion:reduce){*{transition:none!important}}
        @media(forced-colors:active){.mark{stroke:CanvasText}}
        """
}
