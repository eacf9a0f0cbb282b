import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { asset } from '#shared/asset.ts';
import { Call } from '../components/call.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Ticks } from '../components/ticks.tsx';
import { definePage } from '../lib/define-page.ts';
import { nearestCentre } from '../lib/nearest-centre.ts';
import { services } from '../lib/services.ts';
import { scrollBehavior } from '../lib/reduced-motion.ts';
import { useText } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';
import { createProcess } from '../stores/process.ts';

// spec.md, section 2: six tracks in this order
const order = ['custom', 'ai', 'cloud', 'data', 'integration', 'security'] as const;
const tracks = order.flatMap((id) => services.filter((service) => service.id === id));
const activities = ['first', 'second', 'third', 'fourth'] as const;
const principles = ['showWeekly', 'writeItDown', 'smallestSafeStep', 'oneName', 'leaveItLiveable'] as const;

const trackId = (number: number) => `track-${number}`;

function Process() {
  const text = useText('process');
  const common = useText('navbar');
  return (
    <>
      <PageHead
        sky="dawn"
        title={text('title')}
        lead={text('lead')}
        art={asset('art/head-process.svg')}
        back={{ href: '/', label: common('backHome') }}
      />
      <Tracks />
      <section className="section on-black" aria-labelledby="principles">
        <div className="shell split">
          <div className="stack">
            <h2 className="t-2" id="principles">
              {text('principles.title')}
            </h2>
            <p className="soft split__intro">{text('principles.intro')}</p>
          </div>
          <Ticks
            single
            items={principles.map((id) => ({
              title: text(`principles.items.${id}.title`),
              text: text(`principles.items.${id}.text`),
            }))}
          />
        </div>
      </section>
      <Call sky="dawn" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts">
          {text('call.button')}
        </Link>
      </Call>
    </>
  );
}

/** The highlighted track follows the reader: by scrolling, and by what they click. */
function useTracks() {
  const [process] = useState(createProcess);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const boxes = () => [...(list.current?.children ?? [])].map((track) => track.getBoundingClientRect());
    const moved = () => process.moved(() => nearestCentre(boxes(), innerHeight / 2) + 1);
    // An address with a hash, or a reload, opens the page where it has no scrolling left to do.
    if (scrollY > 0) moved();
    addEventListener('scroll', moved, { passive: true });
    return () => {
      removeEventListener('scroll', moved);
      process.stop();
    };
  }, [process]);
  return { process, list, selected: useValue(process.selected) };
}

function Tracks() {
  const text = useText('process');
  const { process, list, selected } = useTracks();

  /** A number is a link to its track, so that it leads there without JavaScript too. */
  function go(event: MouseEvent, number: number) {
    event.preventDefault();
    process.select(number);
    const track = document.getElementById(trackId(number));
    track?.focus({ preventScroll: true });
    track?.scrollIntoView({ block: 'center', behavior: scrollBehavior() });
  }

  return (
    <div className="section">
      <div className="shell process">
        <nav className="rail" aria-label={text('railLabel')}>
          {tracks.map(({ id }, position) => {
            const number = position + 1;
            return (
              <a
                key={id}
                href={`#${trackId(number)}`}
                aria-label={text('select', { number, title: text(`tracks.${id}.title`) })}
                aria-current={number === selected}
                onClick={(event) => go(event, number)}
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
              on={position + 1 === selected}
              select={process.select}
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
  on: boolean;
  select: (number: number) => void;
}

/** The details are closed only where a script can open them (client/noscript.css). */
function Track({ track: { id, sky, href }, number, on, select }: TrackProps) {
  const text = useText('process');
  const [open, setOpen] = useState(false);
  const own = trackId(number);
  const title = text(`tracks.${id}.title`);
  return (
    <article
      className="track"
      id={own}
      tabIndex={-1}
      aria-labelledby={`${own}-title`}
      // A track stands on white, where the lines of the night would be too pale.
      data-sky={sky === 'night' ? 'morning' : sky}
      data-on={on || undefined}
      onClick={() => select(number)}
    >
      <div className="track__top">
        <span className="t-small soft track__position">{text('position', { number, total: tracks.length })}</span>
        <h2 className="t-2" id={`${own}-title`}>
          {title}
        </h2>
      </div>
      <p className="t-lead track__lead">{text(`tracks.${id}.text`)}</p>
      <h3 className="t-4">{text('activitiesTitle')}</h3>
      <ul className="track__acts">
        {activities.map((activity) => (
          <li key={activity}>{text(`tracks.${id}.activities.${activity}`)}</li>
        ))}
      </ul>
      <div className="cluster track__more">
        <button
          className="go track__toggle"
          type="button"
          aria-expanded={open}
          aria-controls={`${own}-details`}
          aria-label={`${text('details')}: ${title}`}
          onClick={() => setOpen(!open)}
        >
          {text('details')}
          <Icon name="chevron-down" />
        </button>
        <p className="track__details" id={`${own}-details`} data-open={open || undefined}>
          {text(`tracks.${id}.details`)}
        </p>
        <Link className="go" href={href} aria-label={`${text('service')}: ${title}`}>
          {text('service')}
          <Icon name="arrow-right" />
        </Link>
      </div>
    </article>
  );
}

export const page = definePage({ Page: Process });
