/**
 * How a page looks: calm, one column, light or dark as the reader's system is. No font and no picture is loaded. Parts that
 * are out of sight are not laid out: a page of 50 MB opens five times as fast.
 */
export const pageStyle = `
:root{--bg:#fcfbf9;--fg:#26241f;--dim:#69645b;--line:#e5e1d8;--soft:#f4f1eb;--code:#f6f3ed;--prompt:#0b6670;--prompt-soft:#e9f3f3;--tool:#7a4f00;--error:#b3261e;--add:#176c31;--add-soft:#e6f4e8;--del:#a8201a;--del-soft:#fce9e7;--fork:#76399b;--fork-soft:#f4ebf9;--mark:#ffe08a;--here:#ffb03b;--k:#8a2f8f;--s:#176c31;--n:#8a5200;--f:#1f5fa8;color-scheme:light}
:root[data-theme=dark]{--bg:#17191c;--fg:#dedbd4;--dim:#9b968c;--line:#2d3035;--soft:#1e2124;--code:#1d2023;--prompt:#62c6d0;--prompt-soft:#18282a;--tool:#d6a548;--error:#ff8f86;--add:#7dd491;--add-soft:#16291b;--del:#ff9c94;--del-soft:#331c1b;--fork:#c79be6;--fork-soft:#271d2f;--mark:#5c4a12;--here:#8a5f00;--k:#d19ae0;--s:#8fd19e;--n:#e0b060;--f:#8ab8f0;color-scheme:dark}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#17191c;--fg:#dedbd4;--dim:#9b968c;--line:#2d3035;--soft:#1e2124;--code:#1d2023;--prompt:#62c6d0;--prompt-soft:#18282a;--tool:#d6a548;--error:#ff8f86;--add:#7dd491;--add-soft:#16291b;--del:#ff9c94;--del-soft:#331c1b;--fork:#c79be6;--fork-soft:#271d2f;--mark:#5c4a12;--here:#8a5f00;--k:#d19ae0;--s:#8fd19e;--n:#e0b060;--f:#8ab8f0;color-scheme:dark}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,sans-serif;overflow-wrap:anywhere}
code,pre,kbd{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
a{color:var(--f);text-underline-offset:.15em}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1rem;letter-spacing:-.01em}
main,.top{max-width:46rem;margin:0 auto;padding:0 1.25rem}
.top{padding-top:2.25rem}
main{padding-bottom:30vh}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1.25rem;margin:0;font-size:.875rem}
.facts dt{color:var(--dim)}
.facts dd{margin:0}
.bar{position:sticky;top:0;z-index:3;display:none;gap:.4rem;align-items:center;padding:.45rem .75rem;background:var(--bg);border-bottom:1px solid var(--line)}
.js .bar{display:flex}
.bar .name{flex:1 1 0;min-width:0;font-size:.875rem;color:var(--dim);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.bar input{flex:0 1 18rem;min-width:0;font:inherit;font-size:16px;line-height:1.3;padding:.3rem .6rem;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:.5rem}
.bar .short{display:none}
.bar output{font-size:.8125rem;color:var(--dim);min-width:3.5rem;text-align:center;white-space:nowrap;font-variant-numeric:tabular-nums}
button{font:inherit;font-size:.875rem;line-height:1.3;color:inherit;background:none;border:1px solid var(--line);border-radius:.5rem;padding:.3rem .6rem;cursor:pointer;white-space:nowrap}
button:hover{background:var(--soft)}
button[aria-pressed=true]{background:var(--fork-soft);border-color:var(--fork);color:var(--fork)}
:focus-visible{outline:2px solid var(--prompt);outline-offset:2px}
main .part{content-visibility:auto;contain-intrinsic-height:auto 4rem}
.prompt{margin:3rem 0 1.25rem;border-left:3px solid var(--prompt);border-radius:0 .5rem .5rem 0;background:var(--prompt-soft);padding:.7rem 1rem .8rem}
.prompt h2{margin:0 0 .3rem;font-size:.8125rem;font-weight:600;color:var(--prompt);display:flex;gap:.6rem}
.prompt h2 a{color:inherit;text-decoration:none}
.prompt h2 a:hover{text-decoration:underline}
.prompt time{font-weight:400;color:var(--dim)}
.text{white-space:pre-wrap}
.answer{margin:1rem 0}
.answer>:first-child,.body>:first-child{margin-top:0}
.answer>:last-child,.body>:last-child{margin-bottom:0}
.answer h3,.answer h4,.answer h5,.answer h6,.body h3,.body h4,.body h5,.body h6{line-height:1.3;margin:1.5em 0 .5em;font-size:1.05rem}
.answer h3,.body h3{font-size:1.2rem}
p,ul,ol,blockquote,table,pre{margin:.75em 0}
ul,ol{padding-left:1.5rem}
li>p{margin:.3em 0}
blockquote{margin-left:0;padding-left:1rem;border-left:3px solid var(--line);color:var(--dim)}
hr{border:0;border-top:1px solid var(--line);margin:1.5em 0}
img{max-width:100%;height:auto;border-radius:.4rem;border:1px solid var(--line);display:block;margin:.6rem 0}
.wide{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;font-size:.9375rem}
th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:normal}
th{background:var(--soft);font-weight:600}
.right{text-align:right}
.center{text-align:center}
:not(pre)>code{background:var(--code);border-radius:.3rem;padding:.1em .3em}
pre{position:relative;background:var(--code);border:1px solid var(--line);border-radius:.5rem;padding:.7rem .9rem;overflow-x:auto;overflow-wrap:normal;tab-size:4}
pre code{font-size:1em}
pre code .keyword,pre code .meta,pre code .doctag,pre code .selector-tag,pre code .selector-pseudo,pre code .template-tag{color:var(--k)}
pre code .string,pre code .regexp,pre code .char,pre code .link,pre code .symbol,pre code .code{color:var(--s)}
pre code .number,pre code .literal,pre code .bullet{color:var(--n)}
pre code .comment,pre code .quote{color:var(--dim)}
pre code .title,pre code .name,pre code .attr,pre code .attribute,pre code .property,pre code .section,pre code .built_in,pre code .type,pre code .variable,pre code .selector-class,pre code .selector-id,pre code .template-variable{color:var(--f)}
pre code .addition{color:var(--add)}
pre code .deletion{color:var(--del)}
pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
.copy{position:absolute;top:.35rem;right:.35rem;font:.75rem/1.3 system-ui,sans-serif;background:var(--bg);opacity:0;transition:opacity .12s}
pre:hover>.copy,.copy:focus-visible{opacity:1}
@media (hover:none){.copy{opacity:.75}}
details{margin:.35rem 0}
.answer+details,details+.answer{margin-top:1rem}
summary{cursor:pointer;font-size:.875rem;line-height:1.5;color:var(--dim);border-radius:.3rem;padding:.05rem 0}
summary:hover{color:var(--fg)}
summary b{color:var(--tool);font-weight:600}
summary code{color:var(--fg);background:none!important;padding:0!important;overflow-wrap:anywhere}
.body{margin:.4rem 0 1rem;padding-left:1rem;border-left:2px solid var(--line)}
.think>.body,.note>.body{color:var(--dim);font-size:.9375rem}
.fail,.error{color:var(--error)}
.error.answer{border-left:3px solid var(--error);padding-left:1rem}
.tool1{font-size:.875rem;line-height:1.5;color:var(--dim);margin:.35rem 0;padding-left:.95rem}
.tool1 b{color:var(--tool);font-weight:600}
.tool1 code{background:none;padding:0;color:var(--fg)}
.tool pre{max-height:80vh}
.diff span{display:block;margin:0 -.9rem;padding:0 .9rem;min-width:max-content}
.diff .a{color:var(--add);background:var(--add-soft)}
.diff .r{color:var(--del);background:var(--del-soft)}
.diff .h{color:var(--dim)}
.note,.media,.end{font-size:.875rem;color:var(--dim)}
.line{margin:.6rem 0}
.boundary{display:flex;align-items:center;gap:1rem;margin:2.5rem 0 1rem;color:var(--fork);font-size:.875rem}
.boundary::before,.boundary::after{content:"";flex:1;border-top:1px dashed currentColor;opacity:.5}
.fork{margin:2rem 0 1rem;padding:.6rem .8rem;border-radius:.5rem;background:var(--fork-soft);font-size:.875rem;display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center}
.fork b{color:var(--fork)}
.fork button{max-width:100%;overflow:hidden;text-overflow:ellipsis;background:var(--bg)}
.fork button{color:var(--dim)}
.fork button[aria-pressed=true]{border-color:var(--fork);box-shadow:inset 0 0 0 1px var(--fork);color:var(--fork);font-weight:600}
.js .fork:not(.one) .words{display:none}
.fork button{display:none}
.js .fork button{display:inline-block}
.js .side{display:none}
.js .side.on{display:block}
.js details.side>summary{display:none}
details.side{margin:1rem 0}
details.side:not(.on){border-left:3px solid var(--fork);padding-left:1rem}
.js details.side{border:0;padding:0}
.outline{max-width:46rem;margin:0 auto;padding:1rem 1.25rem 3rem;font-size:.875rem;line-height:1.45}
.outline h2{font-size:.8125rem;color:var(--dim);margin:0 0 .5rem}
.outline ol{list-style:none;margin:0;padding:0}
.outline a{display:block;padding:.2rem .5rem;color:var(--dim);text-decoration:none;border-left:2px solid var(--line);overflow:hidden;text-overflow:ellipsis;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.outline a:hover,.outline .now{color:var(--fg);border-color:var(--prompt)}
.js .outline{display:none}
.js .outline.open{display:block;position:fixed;z-index:2;top:3.2rem;left:0;bottom:0;width:min(22rem,88vw);overflow-y:auto;background:var(--bg);border-right:1px solid var(--line);box-shadow:0 0 2rem rgba(0,0,0,.18)}
::highlight(found){background:var(--mark)}
::highlight(here){background:var(--here)}
mark{background:var(--here);color:inherit}
@media (min-width:75rem){
.js .outline,.js .outline.open{display:block;position:fixed;top:3.2rem;left:0;bottom:0;width:17rem;overflow-y:auto;padding-top:2.25rem;background:none;border:0;box-shadow:none}
.js main,.js .top{margin-left:max(19rem,calc((100vw - 46rem)/2))}
.bar .menu{display:none}
}
@media (max-width:36rem){
body{font-size:15.5px}
.top{padding-top:1.25rem}
main,.top{padding-left:1rem;padding-right:1rem}
h1{font-size:1.35rem}
.facts{gap:.15rem .9rem}
.bar{padding:.4rem .5rem;gap:.3rem}
.bar .name,.bar .long{display:none}
.bar .short{display:inline}
.bar input{flex:1 1 0}
.bar output{min-width:0}
.body{padding-left:.7rem}
pre{padding:.6rem .7rem}
}
@media print{
.bar,.outline,.copy,.fork button{display:none!important}
.js .fork .words{display:inline}
body{background:#fff;color:#000;font-size:10.5pt}
main{padding-bottom:0}
pre{white-space:pre-wrap;max-height:none;overflow:visible}
main .part{content-visibility:visible}
.prompt{break-inside:avoid}
}
`;
