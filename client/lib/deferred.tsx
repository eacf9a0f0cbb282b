import { Suspense, use, type ReactNode } from 'react';
import { streamedId, type DeferredValue } from './deferred-value.ts';

interface Props<T> {
  /** The name of the value in the page's data. */
  name: string;
  value: DeferredValue<T>;
  fallback: ReactNode;
  children: (value: T) => ReactNode;
}

function Arrived<T>({ name, value, children }: Omit<Props<T>, 'fallback'>) {
  // The type of React's `use` has a shape for each status, and DeferredValue one for all of them.
  const arrived = use(value as Promise<T>);
  return (
    <>
      {children(arrived)}
      {value.streamed && <data id={streamedId(name)} value={JSON.stringify(arrived)} hidden />}
    </>
  );
}

/** Content that may arrive later: rendered in place when its value has arrived, else after the fallback. */
export function Deferred<T>({ fallback, ...props }: Props<T>) {
  return (
    <Suspense fallback={fallback}>
      <Arrived {...props} />
    </Suspense>
  );
}
