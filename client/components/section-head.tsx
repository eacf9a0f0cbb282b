interface Props {
  id: string;
  title: string;
  intro?: string;
}

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
