import type { ReactNode } from 'react';
import { asset } from '#shared/asset.ts';
import { company } from '#shared/company.ts';
import { office } from '#shared/office.ts';
import type { IslandModule } from '../../components/island.tsx';
import { MapSection } from './map.tsx';
import { Mark } from '../../components/mark.tsx';
import { Quote } from '../../components/quote.tsx';
import { mountIsland } from '../../lib/mount-island.tsx';
import { useLanguage, useText } from '../../lib/site-context.ts';

/** At this zoom the map shows the streets around the office. */
const mapZoom = 15;

/** Shows the address, the hours and the map of the office. */
export function FindUs() {
  const text = useText('contacts');
  const team = useText('team');
  return (
    <>
      <Block />
      <Quote
        sky="dusk"
        art={asset('art/team-ceo-founder-dusk.svg')}
        alt={team('members.ceo-founder.alt')}
        text={text('quote.text')}
        name={team('members.ceo-founder.name')}
        position={team('members.ceo-founder.position')}
      />
      <MapSection
        center={office.position}
        zoom={mapZoom}
        markers={[{ position: office.position, title: text('map.marker') }]}
      />
    </>
  );
}

function Fact({ art, title, note, children }: { art: string; title: string; note: string; children: ReactNode }) {
  return (
    <div className="feature-list__item contacts__item">
      <Mark src={art} />
      <h3 className="t-small contacts__what">{title}</h3>
      <div className="t-lead contacts__fact">{children}</div>
      <p className="t-small">{note}</p>
    </div>
  );
}

function Block() {
  const text = useText('contacts');
  const language = useLanguage();
  const { street, locality, postalCode } = office.postalAddress;
  return (
    <section className="section" aria-labelledby="find-us">
      <h2 className="sr" id="find-us">
        {text('block.title')}
      </h2>
      <div className="shell grid contacts__block">
        <Fact art={asset('art/mark-mailbox-dusk.svg')} title={text('block.email')} note={text('block.emailNote')}>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </Fact>
        <Fact art={asset('art/mark-door-dusk.svg')} title={text('block.office')} note={text('block.officeNote')}>
          <address>
            {street[language]}
            <br />
            {`${locality[language]} ${postalCode}`}
          </address>
        </Fact>
        <Fact art={asset('art/mark-sundial-dusk.svg')} title={text('block.hours')} note={text('block.hoursNote')}>
          {text('block.days')}
          <br />
          {text('block.time')}
        </Fact>
      </div>
    </section>
  );
}

export const mount: IslandModule['mount'] = (box, site, printedIn) => mountIsland(box, site, printedIn, <FindUs />);
