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
export function Picture({ src, alt, width = 900, height = 600, eager = false }: Props) {
  const { pictureSrc } = useSite();
  return (
    <img
      src={eager ? pictureSrc(src) : src}
      data-address={eager ? src : undefined}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
    />
  );
}
