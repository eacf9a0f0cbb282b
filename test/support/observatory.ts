/** The rules of Mozilla's HTTP Observatory that headers decide (its scoring table, version 5), each with its points. */
interface Scanned {
  headers: Headers;
  html: string;
  /** The response over http. */
  redirect: { status: number; location: string };
}

function directivesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy
      .split(';')
      .map((line) => line.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );
}

function scorePolicy(policy: Map<string, string[]>): number {
  const sources = [...policy.entries()].filter(([name]) => /^(script|style|default|object)-src/.test(name));
  const script = policy.get('script-src') ?? policy.get('default-src') ?? ["'unsafe-inline'"];
  if (script.some((source) => /unsafe-inline|unsafe-eval|^data:|^\*$|^https?:$/.test(source))) return -20;
  if (sources.some(([, list]) => list.some((source) => /unsafe-|^\*$/.test(source)))) return 0;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
}

/** 100 is where a site starts; extra points count from 90 up. */
export function scoreOf({ headers, html, redirect }: Scanned): number {
  const policy = directivesOf(headers.get('content-security-policy') ?? '');
  const maxAge = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0);
  const referrer = headers.get('referrer-policy') ?? '';
  const foreignScripts = [...html.matchAll(/<script[^>]*src="((?:https?:)?\/\/[^"]+)"/g)];
  const points = [
    scorePolicy(policy),
    maxAge >= 15_768_000 ? 0 : -20,
    redirect.status >= 300 && redirect.status < 400 && redirect.location.startsWith('https://') ? 0 : -20,
    headers.get('access-control-allow-origin') === '*' ? -50 : 0,
    headers.get('set-cookie') && !/secure/i.test(headers.get('set-cookie') ?? '') ? -20 : 0,
    headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    policy.get('frame-ancestors')?.join() === "'none'" ? 5 : -20,
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(referrer) ? 5 : -5,
    foreignScripts.length === 0 ? 0 : -5,
    headers.get('cross-origin-resource-policy') === 'same-origin' ? 10 : 0,
  ];
  const lost = points.filter((point) => point < 0).reduce((sum, point) => sum + point, 100);
  const won = points.filter((point) => point > 0).reduce((sum, point) => sum + point, 0);
  return lost >= 90 ? lost + won : lost;
}
