import { useRef } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Section } from '../../components/section.tsx';
import { columns, wirePaths, type Column } from '../../content/architecture.ts';
import { useText } from '../../lib/site-context.ts';
import { useInView } from '../../lib/use-intersection.ts';

/** A light runs along the lines once whenever the diagram comes into view. */
export function Diagram() {
  const text = useText('details');
  const root = useRef<HTMLDivElement>(null);
  const seen = useInView(root, 0.3);
  return (
    <Section id="architecture" title={text('diagram.title')} intro={text('diagram.intro')}>
      <div className="diagram" ref={root} data-on={seen || undefined}>
        {columns.map((column, index) => (
          <DiagramColumn key={column.id} column={column} next={columns[index + 1]} />
        ))}
      </div>
    </Section>
  );
}

interface ColumnProps {
  column: Column;
  /** The column that the lines lead to. */
  next: Column | undefined;
}

function DiagramColumn({ column: { id, sky, abreast, rows, items }, next }: ColumnProps) {
  const text = useText('details');
  return (
    <section className="diagram__col" data-sky={sky} data-abreast={abreast} aria-labelledby={id}>
      <h3 className="t-3" id={id}>
        {text(`diagram.${id}`)}
      </h3>
      <ul>
        {items.map(({ key, icon }) => (
          <li key={key}>
            <Icon name={icon} />
            <span>{text(`diagram.items.${key}`)}</span>
          </li>
        ))}
      </ul>
      {next && <Wires paths={wirePaths(rows, next.rows)} />}
    </section>
  );
}

function Wires({ paths }: { paths: string[] }) {
  return (
    <span className="diagram__wire" aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        <g>
          {paths.map((path) => (
            <path key={path} d={path} />
          ))}
        </g>
        <g>
          {paths.map((path) => (
            <path key={path} className="diagram__pulse" pathLength="200" d={path} />
          ))}
        </g>
      </svg>
    </span>
  );
}
