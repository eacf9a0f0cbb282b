import { Suspense, use, type ReactNode } from 'react';
import { streamedId, type Late } from './late.ts';

interface Props<T> {
  /** The name of the value in the page's data. */
  name: string;
  value: PromiseLike<T>;
  fallback: ReactNode;
  children: (value: T) => ReactNode;
}

function Settled<T>({ name, value, children }: Omit<Props<T>, 'fallback'>) {
  const late = value as Late<T>;
  const settled = use(late as Promise<T>);
  return (
    <>
      {children(settled)}
      {late.streamed && <data id={streamedId(name)} value={JSON.stringify(settled)} hidden />}
    </>
  );
}

/** Content that may come later: in place when its value is there, the fallback first and a stream after it when not. */
export function Deferred<T>({ fallback, ...settled }: Props<T>) {
  return (
    <Suspense fallback={fallback}>
      <Settled {...settled} />
    </Suspense>
  );
}
