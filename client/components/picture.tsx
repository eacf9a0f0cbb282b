interface Props {
  src: string;
  /** Empty for pictures that only decorate. */
  alt: string;
  width?: number;
  height?: number;
  /** For the one picture of the first screen that matters. */
  eager?: boolean;
}

/** An engraving: size given so that nothing moves, loaded when it comes near. */
export function Picture({ src, alt, width = 900, height = 600, eager = false }: Props) {
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
    />
  );
}
