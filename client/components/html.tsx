import { useMemo } from 'react';
import { useInnerLinks } from '../lib/use-inner-links.ts';

interface Props {
  /** HTML that the server has sanitised where it entered, or that this site's own texts contain. */
  html: string;
  className?: string;
}

/** `createPolicy` may be called once a name; the policy belongs to this tab, not to a visitor. */
let policy: { createHTML(html: string): unknown } | undefined;

function trusted(html: string): string {
  const factory = typeof window === 'undefined'
    ? undefined
    : (window as { trustedTypes?: { createPolicy(name: string, rules: object): typeof policy } }).trustedTypes;
  if (!factory) return html;
  policy ??= factory.createPolicy('site-html', { createHTML: (text: string) => text });
  return policy?.createHTML(html) as string;
}

/** The one place that shows HTML; Trusted Types lets no other do so. */
export function Html({ html, className }: Props) {
  const content = useMemo(() => ({ __html: trusted(html) }), [html]);
  return <div className={className} onClick={useInnerLinks()} dangerouslySetInnerHTML={content} />;
}
