import { useSite } from '../lib/site-context.ts';

interface Props {
  src: string;
  /** Empty for pictures that only decorate. */
  alt: string;
  width?: number;
  height?: number;
  /** Printed into the page or loaded at once, for the largest picture of the first screen. */
  eager?: boolean;
}

/** A picture that is loaded when it comes near the window; its size is given so that the text below does not move. */
export function Picture({ src, eager, ...image }: Props) {
  const { pictureSrc } = useSite();
  const loading = eager
    ? ({ src: pictureSrc(src), 'data-address': src, fetchPriority: 'high' } as const)
    : ({ src, loading: 'lazy' } as const);
  return <img width={900} height={600} {...image} {...loading} decoding="async" />;
}
