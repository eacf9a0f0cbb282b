import { memo, Suspense, use, type ComponentType, type ReactNode } from 'react';

export interface Part<Props extends object = object> {
  (props: Props): ReactNode;
  /** Loads the part's code; what is loaded renders in place. */
  open(): Promise<void>;
}

/**
 * A part of a page that only shows something, below the first screen: its HTML comes with the page, its code when the
 * visitor begins to do something. Until then React leaves the server's HTML alone. The server, and a navigation in
 * the browser, open a page's parts before they render it.
 */
export function createPart<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let arrive: (() => void) | undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });

  function open(): Promise<void> {
    loading ??= load().then(
      (component) => {
        Loaded = component;
        arrive?.();
      },
      (error: unknown) => {
        // The next wish tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function Content(props: Props) {
    if (!Loaded) use(arrived);
    return Loaded ? <Loaded {...props} /> : null;
  }

  // Unchanged props must not reach what is not hydrated yet: React would throw the server's HTML away.
  const Part = memo((props: Props) => (
    <Suspense>
      <Content {...props} />
    </Suspense>
  ));
  return Object.assign(Part as unknown as (props: Props) => ReactNode, { open });
}
