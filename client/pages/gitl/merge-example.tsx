import { SectionHead } from '../../components/section-head.tsx';
import { useText } from '../../lib/site-context.ts';

interface CodeLine {
  code: string;
  /** Which side changed it; `ok` is what both agree on. */
  mark?: 'a' | 'b' | 'ok';
}

const ours: CodeLine[] = [
  { code: 'export function fee(order) {' },
  { code: '  if (order.total >= FREE_FROM) return 0;', mark: 'a' },
  { code: '  return zoneFee(order.zone);', mark: 'a' },
  { code: '}' },
];

const theirs: CodeLine[] = [
  { code: 'export function fee(order) {' },
  { code: '  const base = zoneFee(order.zone);', mark: 'b' },
  { code: '  return order.express ? base * 2 : base;', mark: 'b' },
  { code: '}' },
];

const merged: CodeLine[] = [
  { code: 'export function fee(order) {' },
  { code: '  if (order.total >= FREE_FROM && !order.express) return 0;', mark: 'ok' },
  { code: '  const base = zoneFee(order.zone);', mark: 'ok' },
  { code: '  return order.express ? base * 2 : base;', mark: 'ok' },
  { code: '}' },
];

/** Focusable, because a narrow screen has to scroll it sideways. */
function Code({ lines, label }: { lines: CodeLine[]; label: string }) {
  return (
    <pre tabIndex={0} role="region" aria-label={label} translate="no">
      <code>
        {lines.map(({ code, mark }, position) => (
          <span key={position} className={mark && `merge__${mark}`}>
            {code}
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  );
}

/** The conflict, the proposal and the reason, side by side. */
export function MergeExample() {
  const text = useText('gitl');
  return (
    <section className="section" aria-labelledby="how">
      <div className="shell">
        <SectionHead id="how" title={text('graph.title')} intro={text('features.intro')} />
        <figure className="merge" aria-label={text('graph.caption')}>
          <div className="merge__side">
            <h3>
              <span>{text('graph.main')}</span>
              <span>{text('graph.mainAuthor')}</span>
            </h3>
            <Code lines={ours} label={text('graph.main')} />
          </div>
          <div className="merge__side">
            <h3>
              <span>{text('graph.branch')}</span>
              <span>{text('graph.branchAuthor')}</span>
            </h3>
            <Code lines={theirs} label={text('graph.branch')} />
          </div>
          <div className="merge__result">
            <h3>
              <span>{text('graph.proposal')}</span>
              <span>{text('graph.checks')}</span>
            </h3>
            <Code lines={merged} label={text('graph.proposal')} />
          </div>
          <div className="merge__why">
            <p>{text('graph.reason')}</p>
            <span className="cluster merge__act" aria-hidden="true">
              <span className="button button--small button--sun">{text('graph.accept')}</span>
              <span className="button button--small button--line">{text('graph.edit')}</span>
            </span>
          </div>
        </figure>
      </div>
    </section>
  );
}
