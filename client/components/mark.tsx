import { Picture } from './picture.tsx';

/** A small engraving above a title; `src` is one of static/art/mark-*.svg, drawn for the colours of its place. */
export function Mark({ src }: { src: string }) {
  return (
    <span className="mark">
      <Picture src={src} alt="" width={120} height={90} />
    </span>
  );
}
