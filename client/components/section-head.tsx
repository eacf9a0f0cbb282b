interface Props {
  id: string;
  title: string;
  intro?: string;
}

/** The heading of a section above its content, with an introduction where there is one. */
export function SectionHead({ id, title, intro }: Props) {
  return (
    <div className="section-head">
      <h2 className="t-2" id={id}>
        {title}
      </h2>
      {intro && <p className="soft">{intro}</p>}
    </div>
  );
}
