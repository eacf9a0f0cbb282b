import { useRef, type MouseEvent, type RefObject } from 'react';
import { formatDate } from '#shared/dates.ts';
import { company } from '#shared/company.ts';
import { legalHtml, legalSections, type LegalArea, type LegalSection, type LegalTexts } from '../content/legal.ts';
import { scrollBehavior } from '../lib/motion.ts';
import { isUnmodifiedClick } from '../lib/unmodified-click.ts';
import { useLanguage, useTextOf } from '../lib/site-context.ts';
import { useScrolledPast } from '../lib/use-intersection.ts';
import { Html } from './html.tsx';
import { Icon } from './icon.tsx';
import { PageHead } from './page-head.tsx';

interface Props {
  area: LegalArea;
}

const mailLink = `<a href="mailto:${company.legalEmail}">${company.legalEmail}</a>`;

/** The page of the user agreement or of the privacy policy. */
export function LegalPage({ area }: Props) {
  const text = useTextOf<LegalTexts>(area);
  const contents = useRef<HTMLElement>(null);
  return (
    <>
      <PageHead
        sky="morning"
        title={text('title')}
        lead={
          <>
            {text('lead')} <LastUpdated area={area} />
          </>
        }
      />
      <div className="section legal-page">
        <div className="shell legal-page__in">
          <Contents area={area} target={contents} />
          <div className="legal-page__text">
            {legalSections[area].map((section, position) => (
              <Clause key={section.id} area={area} section={section} number={position + 1} />
            ))}
            <Contact area={area} />
          </div>
          <div className="legal-page__lane">
            <ToContents label={text('toContents')} contents={contents} />
          </div>
        </div>
      </div>
    </>
  );
}

function LastUpdated({ area }: Props) {
  const text = useTextOf<LegalTexts>(area);
  const language = useLanguage();
  const [before, after] = text('updatedLabel').split('{date}');
  return (
    <span>
      {before}
      <time dateTime={company.legalUpdated[area]}>{formatDate(language, company.legalUpdated[area])}</time>
      {after}
    </span>
  );
}

function Contents({ area, target }: Props & { target: RefObject<HTMLElement | null> }) {
  const text = useTextOf<LegalTexts>(area);
  return (
    <nav className="contents-list legal-page__contents" id="contents" aria-labelledby="contents-title" ref={target}>
      <h2 id="contents-title" tabIndex={-1}>
        {text('contentsTitle')}
      </h2>
      <ol>
        {legalSections[area].map(({ id }) => (
          <li key={id}>
            <a href={`#${id}`}>{text(`sections.${id}.title`)}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface ClauseProps extends Props {
  section: LegalSection;
  number: number;
}

function Clause({ area, section: { id, icon }, number }: ClauseProps) {
  const text = useTextOf<LegalTexts>(area);
  const content = text(`sections.${id}.content`, { emailLink: mailLink });
  return (
    <section className="legal-page__clause" id={id} data-sky="morning" aria-labelledby={`${id}-title`}>
      <div className="legal-page__head">
        <span className="legal-page__icon">
          <Icon name={icon} />
        </span>
        <h2 className="t-3" id={`${id}-title`}>{`${number}. ${text(`sections.${id}.title`)}`}</h2>
      </div>
      <Html className="prose" html={legalHtml(content)} />
    </section>
  );
}

function Contact({ area }: Props) {
  const text = useTextOf<LegalTexts>(area);
  return (
    <section className="view legal-page__contact" data-sky="morning" aria-labelledby="write">
      <h2 className="t-3" id="write">
        {text('contactTitle')}
      </h2>
      <p>{text('contactText')}</p>
      <p>
        <a className="arrow-link" href={`mailto:${company.legalEmail}`}>
          {company.legalEmail}
        </a>
      </p>
    </section>
  );
}

interface ToContentsProps {
  label: string;
  contents: RefObject<HTMLElement | null>;
}

/** A link back to the contents, shown once they are above the window; without JavaScript it is always shown. */
function ToContents({ label, contents }: ToContentsProps) {
  const past = useScrolledPast(contents);
  const goBack = (event: MouseEvent) => {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    contents.current?.querySelector('h2')?.focus({ preventScroll: true });
    contents.current?.scrollIntoView({ behavior: scrollBehavior() });
  };
  return (
    <a
      className="button button--small legal-page__to-contents"
      href="#contents"
      data-open={past || undefined}
      onClick={goBack}
    >
      <Icon name="arrow-up" />
      {label}
    </a>
  );
}
