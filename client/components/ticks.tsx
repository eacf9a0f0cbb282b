interface Props {
  items: { title: string; text: string }[];
  /** One column, for a short list. */
  single?: boolean;
}

/** A list of short statements, each behind its own small sun. */
export function Ticks({ items, single = false }: Props) {
  return (
    <ul className={single ? 'ticks ticks--single' : 'ticks'}>
      {items.map(({ title, text }, position) => (
        <li key={position}>
          <span>
            <b>{title}</b> {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
