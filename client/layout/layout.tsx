import { useRef, type ReactNode } from 'react';
import { useSite, useText, useVisit } from '../lib/site-context.ts';
import { useInnerLinks } from '../lib/use-inner-links.ts';
import { useRise } from './use-rise.ts';
import { useValue } from '../lib/use-value.ts';
import { Footer } from './footer.tsx';
import { Progress } from './progress.tsx';
import { ToastList } from './toast-list.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const text = useText('navbar');
  const main = useRef<HTMLElement>(null);
  useRise(main, useVisit());
  return (
    <>
      <a className="skip" href="#main">
        {text('skip')}
      </a>
      <Progress />
      <TopBar />
      <main id="main" ref={main} tabIndex={-1} onClick={useInnerLinks()}>
        {children}
      </main>
      <ToastList />
      <Footer />
      <Announcer />
    </>
  );
}

function Announcer() {
  const announcement = useValue(useSite().announcement);
  return (
    <p className="sr" role="status" id="announcer">
      {announcement}
    </p>
  );
}
