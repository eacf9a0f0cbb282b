interface Props {
  id: string;
  title: string;
  intro?: string;
  /** Stands beside the content of the section instead of above it. */
  split?: boolean;
}

/** The heading of a section, with an introduction where there is one. */
export function SectionHead({ id, title, intro, split = false }: Props) {
  const heading = (
    <h2 className="t-2" id={id}>
      {title}
    </h2>
  );
  if (split && !intro) return heading;
  return (
    <div className={split ? 'stack' : 'section-head'}>
      {heading}
      {intro && <p className={split ? 'soft split__intro' : 'soft'}>{intro}</p>}
    </div>
  );
}
