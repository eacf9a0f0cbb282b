import { Suspense, use, type ReactNode } from 'react';
import { streamedId, type DeferredValue } from './deferred-value.ts';

interface Props<T> {
  /** The name of the value in the page's data. */
  name: string;
  value: PromiseLike<T>;
  fallback: ReactNode;
  children: (value: T) => ReactNode;
}

function Arrived<T>({ name, value, children }: Omit<Props<T>, 'fallback'>) {
  const deferred = value as DeferredValue<T>;
  const arrived = use(deferred as Promise<T>);
  return (
    <>
      {children(arrived)}
      {deferred.streamed && <data id={streamedId(name)} value={JSON.stringify(arrived)} hidden />}
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
