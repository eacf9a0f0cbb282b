import { Suspense, use, type ReactNode, type ReactPromise } from 'react';
import { streamedId } from './deferred-value.ts';

interface Props<T> {
  /** The name of the value in the page's data. */
  name: string;
  /** May be a DeferredValue, whose `streamed` is read. */
  value: ReactPromise<T> & { streamed?: boolean };
  fallback: ReactNode;
  children: (value: T) => ReactNode;
}

function Arrived<T>({ name, value, children }: Omit<Props<T>, 'fallback'>) {
  const arrived = use(value);
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
