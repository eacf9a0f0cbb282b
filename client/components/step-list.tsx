interface Props {
  items: { title: string; text: string }[];
}

/** What happens in order, each step under its number. */
export function StepList({ items }: Props) {
  return (
    <ol className="steps">
      {items.map(({ title, text }, index) => (
        <li key={index}>
          <span className="t-num" aria-hidden="true">
            {index + 1}
          </span>
          <h3 className="t-3">{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
