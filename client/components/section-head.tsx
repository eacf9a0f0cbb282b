export interface SectionHeadProps {
  /** The id of the heading, which names the section. */
  id: string;
  title: string;
  intro?: string;
  /** A smaller sentence below the introduction; only a heading beside the content shows it. */
  note?: string;
}

/** The heading of a section above its content. */
export function SectionHead({ id, title, intro }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 className="t-2" id={id}>
        {title}
      </h2>
      {intro && <p className="soft">{intro}</p>}
    </div>
  );
}
