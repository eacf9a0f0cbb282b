import { useMemo } from 'react';
import { trustedTypes } from '../lib/trusted-types.ts';
import { useInnerLinks } from '../lib/use-inner-links.ts';

interface Props {
  /** HTML that the server has sanitised where it entered, or that this site's own texts contain. */
  html: string;
  className?: string;
}

/** `createPolicy` may be called once a name; the policy belongs to this tab, not to a visitor. */
let policy: ReturnType<NonNullable<ReturnType<typeof trustedTypes>>['createPolicy']> | undefined;

function trusted(html: string): string {
  const factory = trustedTypes();
  if (!factory) return html;
  policy ??= factory.createPolicy('site-html', { createHTML: (text) => text });
  return policy.createHTML?.(html) as string;
}

/** The one place that shows HTML; Trusted Types lets no other do so. */
export function Html({ html, className }: Props) {
  const content = useMemo(() => ({ __html: trusted(html) }), [html]);
  return <div className={className} onClick={useInnerLinks()} dangerouslySetInnerHTML={content} />;
}
