import { useRef } from 'react';
import { asset } from '#shared/asset.ts';
import { Call } from '../components/call.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { StepList } from '../components/step-list.tsx';
import { columns, wirePaths, type Column } from '../lib/architecture.ts';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';
import { useInView } from '../lib/use-in-view.ts';

const phases = ['discovery', 'design', 'development'] as const;

function Details() {
  const text = useText('details');
  const bar = useText('navbar');
  return (
    <>
      <PageHead
        sky="morning"
        title={text('title')}
        lead={text('lead')}
        art={asset('art/head-details.svg')}
        back={{ href: '/', label: bar('backHome') }}
      />
      <Diagram />
      <section className="section section--haze" aria-labelledby="approach">
        <div className="shell">
          <SectionHead id="approach" title={text('approach.title')} intro={text('approach.intro')} />
          <StepList
            items={phases.map((id) => ({
              title: text(`approach.items.${id}.title`),
              text: text(`approach.items.${id}.text`),
            }))}
          />
        </div>
      </section>
      <Call sky="morning" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts#contact">
          {text('call.button')}
        </Link>
        <Link className="go" href="/process">
          {text('call.process')}
          <Icon name="arrow-right" />
        </Link>
      </Call>
    </>
  );
}

/** A signal runs along the wires once whenever the diagram comes into view; it never goes on by itself. */
function Diagram() {
  const text = useText('details');
  const root = useRef<HTMLDivElement>(null);
  const seen = useInView(root, 0.3);
  return (
    <section className="section" aria-labelledby="architecture">
      <div className="shell">
        <SectionHead id="architecture" title={text('diagram.title')} intro={text('diagram.intro')} />
        <div className="diagram" ref={root} data-on={seen || undefined}>
          {columns.map((column, index) => (
            <DiagramColumn key={column.id} column={column} next={columns[index + 1]} />
          ))}
        </div>
      </div>
    </section>
  );
}

function DiagramColumn({
  column: { id, sky, abreast, rows, items },
  next,
}: {
  column: Column;
  next: Column | undefined;
}) {
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
            <path key={path} className="pulse" pathLength="200" d={path} />
          ))}
        </g>
      </svg>
    </span>
  );
}

export const page = definePage({ Page: Details });
