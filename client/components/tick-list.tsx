interface Tick {
  id: string;
  title?: string;
  text: string;
}

interface Props {
  items: readonly Tick[];
  /** Shows one column, for a short list. */
  single?: boolean;
}

/** Shows a list of short statements with a dot before each. */
export function TickList({ items, single = false }: Props) {
  return (
    <ul className={single ? 'tick-list tick-list--single' : 'tick-list'}>
      {items.map(({ id, title, text }) => (
        <li key={id}>
          <span>
            {title ? (
              <>
                <b>{title}</b> {text}
              </>
            ) : (
              text
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
