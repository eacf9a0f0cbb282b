import sanitizeHtml from 'sanitize-html';
import { visible } from '#shared/plain-text.ts';
import { tidyAddress } from './tidy/address.ts';
import { tidyHtml } from './tidy/html.ts';

const ownAddress = /^\/(?![/\\])/;

function rewriteLink(_tag: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  // What nobody sees goes first: taken out later, it could make a scheme of what was none.
  const href = tidyAddress(visible(attributes['href'] ?? '').trim());
  const kept: sanitizeHtml.Attributes = href ? { href } : {};
  if (href && !ownAddress.test(href) && !href.startsWith('#')) kept['rel'] = 'noopener nofollow';
  return { tagName: 'a', attribs: kept };
}

/**
 * The backend's HTML, reduced to what an article needs: no scripts, handlers, styles, forms or frames, links only to
 * pages, mail and telephone, pictures only from this site's own /media; and made valid, whatever it was. Called once, where it enters.
 */
export function createSanitizer(mediaPath: (address: string) => string | null): (html: string) => string {
  return (html) =>
    tidyHtml(
      sanitizeHtml(html, {
        allowedTags: [
          'p',
          'br',
          'hr',
          'h2',
          'h3',
          'h4',
          'ul',
          'ol',
          'li',
          'strong',
          'b',
          'em',
          'i',
          'u',
          's',
          'sub',
          'sup',
          'a',
          'blockquote',
          'cite',
          'q',
          'code',
          'pre',
          'kbd',
          'mark',
          'small',
          'abbr',
          'figure',
          'figcaption',
          'img',
          'table',
          'caption',
          'thead',
          'tbody',
          'tr',
          'th',
          'td',
          'dl',
          'dt',
          'dd',
          'time',
        ],
        allowedAttributes: {
          a: ['href', 'rel'],
          img: ['src', 'alt', 'width', 'height', 'loading'],
          th: ['scope', 'colspan', 'rowspan'],
          td: ['colspan', 'rowspan'],
          time: ['datetime'],
        },
        allowedSchemes: ['http', 'https', 'mailto', 'tel'],
        allowProtocolRelative: false,
        // A page has one h1: the headline.
        transformTags: {
          h1: 'h2',
          h5: 'h4',
          h6: 'h4',
          a: rewriteLink,
          img: (_tag, { src = '', alt = '', width, height }) => {
            const path = mediaPath(visible(src).trim());
            if (!path) return { tagName: 'img', attribs: {} };
            const size = {
              ...(/^\d{1,5}$/.test(width ?? '') && { width }),
              ...(/^\d{1,5}$/.test(height ?? '') && { height }),
            };
            return { tagName: 'img', attribs: { src: path, alt, loading: 'lazy', ...size } };
          },
        },
        exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs['src'],
        nestingLimit: 30,
      }),
    );
}
