import { useMemo } from 'react';
import { trustHtml } from '../lib/trusted-types.ts';

interface Props {
  /** HTML that the server has sanitised, or that is part of the texts of this site. */
  html: string;
  /** With the class `prose`, where `useInnerLinks` finds the links to pages. */
  className: string;
  /** The language of the HTML, where it is not that of the page. */
  lang?: string;
}

/** The only component that renders HTML strings: the Trusted Types policy of the site allows no other. */
export function Html({ html, className, lang }: Props) {
  const content = useMemo(() => ({ __html: trustHtml(html) }), [html]);
  return <div className={className} lang={lang} dangerouslySetInnerHTML={content} />;
}
