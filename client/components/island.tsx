import { useEffect, useRef, useState, type ComponentType } from 'react';
import { languages, type Language } from '#shared/languages.ts';
import { useSite, useVisit } from '../lib/site-context.ts';
import { trustHtml } from '../lib/trusted-types.ts';
import { useNear } from '../lib/use-intersection.ts';
import type { Site } from '../stores/site.ts';

export interface IslandModule {
  /** Hydrates the HTML that the server has printed into `box` in one language; returns a function that unmounts it. */
  mount(box: HTMLElement, site: Site, printedIn: Language): () => void;
}

interface Props {
  /** The component, from the page's `load`. It is missing in a page that the server has printed: JSON has no code. */
  part: ComponentType | undefined;
  /** Must be the same function in every render. */
  load(): Promise<IslandModule>;
}

/** The code of a part is loaded when the part is so near to the window. */
const nearMargin = '300px';
/** With this value, React does not change the HTML of the element. */
const asPrinted = { __html: trustHtml('') };

/**
 * A part of a page that works without script and whose code is a lazy chunk. The part stays as the server has printed
 * it until it is near the window; then it becomes a React root of its own. A chunk that does not load is reported, and
 * the part stays as it is.
 */
export function Island({ part, load }: Props) {
  const site = useSite();
  const { language } = useVisit();
  const [[Part, printedIn]] = useState(() => [part, language] as const);
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, nearMargin);
  const [isWanted, setWanted] = useState(false);
  // A mounted part stays: unmounting it would empty the box.
  if (!isWanted && !Part && (isNear || language !== printedIn)) setWanted(true);
  // Something else has changed the page, such as a translator, and React has rendered it anew, with an empty box.
  useEffect(() => {
    if (box.current?.firstChild === null) setWanted(true);
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    let end = () => {};
    // Until the part is mounted, it is in this language also when the page is not.
    if (box.current) box.current.lang = languages[printedIn].html;
    load().then(
      ({ mount }) => {
        if (box.current) end = mount(box.current, site, printedIn);
      },
      (error: unknown) => site.reportError('caught', error),
    );
    // React must not unmount one root while it renders another.
    return () => queueMicrotask(() => end());
  }, [isWanted, load, site, printedIn]);
  if (Part)
    return (
      <div>
        <Part />
      </div>
    );
  return <div ref={box} dangerouslySetInnerHTML={asPrinted} suppressHydrationWarning />;
}
