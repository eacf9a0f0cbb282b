import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { asset } from '#shared/asset.ts';
import { ArrowLink } from '../components/arrow-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { QuestionSection } from '../components/question-section.tsx';
import { TickSection } from '../components/tick-section.tsx';
import { services, servicesOf, type ServiceId } from '../content/services.ts';
import { definePage } from '../lib/define-page.ts';
import { scrollBehavior } from '../lib/motion.ts';
import { useText } from '../lib/site-context.ts';
import { isUnmodifiedClick } from '../lib/unmodified-click.ts';
import { useValue } from '../lib/use-value.ts';
import { createTrackSelection, nearestCentre } from './process/track-selection.ts';

/** The tracks in their order; each is a service. */
const order = ['custom', 'ai', 'cloud', 'data', 'integration', 'security'] as const;
const tracks = order.flatMap((id) => services.filter((service) => service.id === id));
/** Services without a track of their own, beside the one that they belong to. */
const further: Partial<Record<(typeof order)[number], readonly ServiceId[]>> = { ai: ['ml', 'llm'] };
const activities = ['first', 'second', 'third', 'fourth'] as const;

const trackId = (number: number) => `track-${number}`;

const art = asset('art/head-process.svg');

function Process() {
  const text = useText('process');
  return (
    <>
      <PageHead sky="dawn" title={text('title')} lead={text('lead')} art={art} sun={[0.649, 0.083]} back="home" />
      <Tracks />
      <TickSection
        area="process"
        name="principles"
        items={['showWeekly', 'writeItDown', 'smallestSafeStep', 'oneName', 'leaveItLiveable']}
        surface="black"
        single
      />
      <QuestionSection
        area="answers-clients"
        name="questions"
        items={[
          'price',
          'least',
          'length',
          'ownership',
          'confidentiality',
          'contract',
          'warranty',
          'hours',
          'languages',
          'certificates',
        ]}
      />
      <CallToAction sky="dawn" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts">
          {text('call.button')}
        </Link>
        <ArrowLink href="/details">{text('call.details')}</ArrowLink>
      </CallToAction>
    </>
  );
}

/** Highlights the track that is nearest to the middle of the window after scrolling. */
function useTracks() {
  const [selection] = useState(createTrackSelection);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const boxes = () => [...(list.current?.children ?? [])].map((track) => track.getBoundingClientRect());
    const onScroll = () => selection.scrolled(() => nearestCentre(boxes(), innerHeight / 2) + 1);
    // With a hash in the address, or after a reload, the page is already scrolled and no event follows.
    if (scrollY > 0) onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      selection.stop();
    };
  }, [selection]);
  return { select: selection.select, list, selected: useValue(selection.selected) };
}

function Tracks() {
  const text = useText('process');
  const { select, list, selected } = useTracks();

  /** A number is a link to its track, so that it works without JavaScript too. */
  function showTrack(event: MouseEvent, number: number) {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    select(number);
    const track = document.getElementById(trackId(number));
    track?.focus({ preventScroll: true });
    // In the middle of the window, unless its beginning would then be under the numbers.
    const block = track && track.offsetHeight > 0.7 * innerHeight ? 'start' : 'center';
    track?.scrollIntoView({ block, behavior: scrollBehavior() });
  }

  return (
    <div className="section">
      <div className="shell process">
        <nav className="process__rail" aria-label={text('railLabel')}>
          {tracks.map(({ id }, position) => {
            const number = position + 1;
            return (
              <a
                key={id}
                href={`#${trackId(number)}`}
                aria-label={text('select', { number, title: text(`tracks.${id}.title`) })}
                aria-current={number === selected}
                onClick={(event) => showTrack(event, number)}
              >
                {number}
              </a>
            );
          })}
        </nav>
        <div ref={list}>
          {tracks.map((track, position) => (
            <Track
              key={track.id}
              track={track}
              number={position + 1}
              selected={position + 1 === selected}
              select={select}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface TrackProps {
  track: (typeof tracks)[number];
  number: number;
  selected: boolean;
  select: (number: number) => void;
}

/** Without JavaScript the details are always open (process.css). */
function Track({ track: { id, sky, art, href }, number, selected, select }: TrackProps) {
  const text = useText('process');
  const serviceText = useText('services');
  const [open, setOpen] = useState(false);
  const anchor = trackId(number);
  const title = text(`tracks.${id}.title`);
  return (
    <article
      className="process__track"
      id={anchor}
      tabIndex={-1}
      aria-labelledby={`${anchor}-title`}
      data-sky={sky}
      data-on={selected || undefined}
      onClick={() => select(number)}
    >
      <div className="process__art">
        <Picture src={art} alt="" />
      </div>
      <div className="process__top">
        <span className="t-small soft process__position">{text('position', { number, total: tracks.length })}</span>
        <h2 className="t-2" id={`${anchor}-title`}>
          {title}
        </h2>
      </div>
      <p className="t-lead process__lead">{text(`tracks.${id}.text`)}</p>
      <p className="soft">{text(`tracks.${id}.term`)}</p>
      <h3 className="t-4">{text('activitiesTitle')}</h3>
      <ul className="process__acts">
        {activities.map((activity) => (
          <li key={activity}>{text(`tracks.${id}.activities.${activity}`)}</li>
        ))}
      </ul>
      <div className="cluster process__more">
        <button
          className="arrow-link process__toggle"
          type="button"
          aria-expanded={open}
          aria-controls={`${anchor}-details`}
          aria-label={`${text('details')}: ${title}`}
          onClick={() => setOpen(!open)}
        >
          {text('details')}
          <Icon name="chevron-down" />
        </button>
        <p className="process__details" id={`${anchor}-details`} data-open={open || undefined}>
          {text(`tracks.${id}.details`)}
        </p>
        <ArrowLink href={href} aria-label={`${text('service')}: ${title}`}>
          {text('service')}
        </ArrowLink>
        {servicesOf(further[id] ?? []).map(({ id: name, href: address }) => (
          <ArrowLink key={name} href={address}>
            {serviceText(`items.${name}.title`)}
          </ArrowLink>
        ))}
      </div>
    </article>
  );
}

export const page = definePage({ art, Page: Process });
