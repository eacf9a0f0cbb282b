import { useMemo } from 'react';
import { trustedTypes } from '../lib/trusted-types.ts';
import { useInnerLinks } from '../lib/use-inner-links.ts';

interface Props {
  /** HTML that the server has sanitised, or that is part of the texts of this site. */
  html: string;
  className?: string;
  /** The language of the HTML, where it is not that of the page. */
  lang?: string;
}

/** A policy may be created once for each name. It is state of the browser tab: the server never creates one. */
let policy: ReturnType<NonNullable<ReturnType<typeof trustedTypes>>['createPolicy']> | undefined;

function trusted(html: string): string | TrustedHTML {
  const factory = trustedTypes();
  if (!factory) return html;
  policy ??= factory.createPolicy('site-html', { createHTML: (text) => text });
  return policy.createHTML(html);
}

/** The only component that renders HTML strings: the Trusted Types policy of the site allows no other. */
export function Html({ html, className, lang }: Props) {
  const content = useMemo(() => ({ __html: trusted(html) }), [html]);
  return <div className={className} lang={lang} onClick={useInnerLinks()} dangerouslySetInnerHTML={content} />;
}
