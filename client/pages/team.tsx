import { asset } from '#shared/asset.ts';
import { members, memberSkills, type Member } from '#shared/team.ts';
import { ArrowLink } from '../components/arrow-link.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText, useVisit } from '../lib/site-context.ts';

const art = asset('art/head-team.svg');
const placeArt = asset('art/team-place.svg');

function Team() {
  const text = useText('team');
  return (
    <>
      <PageHead sky="noon" title={text('title')} lead={text('lead')} art={art} sun={[0.103, 0.082]} />
      <div className="section">
        <div className="shell team">
          <ul>
            {members.map((member) => (
              <Person key={member.id} member={member} />
            ))}
          </ul>
          <FreePlace />
        </div>
      </div>
    </>
  );
}

function Person({ member: { id, sky, portrait } }: { member: Member }) {
  const text = useText('team');
  const { texts, language } = useVisit();
  return (
    <li className="team__person" id={id} data-sky={sky}>
      <div className="team__art">
        <Picture src={portrait} alt={text(`members.${id}.alt`)} width={640} height={760} />
      </div>
      <div className="stack team__text">
        <div>
          <h2 className="t-3">{text(`members.${id}.name`)}</h2>
          <p className="team__role">{text(`members.${id}.position`)}</p>
        </div>
        <p>{text(`members.${id}.bio`)}</p>
        <ul className="tags" aria-label={text('skillsLabel')}>
          {memberSkills(texts, language, id).map((skill) => (
            <li key={skill}>{skill}</li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** The sixth place of the grid is free: the invitation to apply. */
function FreePlace() {
  const text = useText('team');
  return (
    <section className="team__person" data-sky="night" aria-labelledby="place">
      <div className="team__art">
        <Picture src={placeArt} alt="" width={640} height={760} />
      </div>
      <div className="stack team__text">
        <h2 className="t-3" id="place">
          {text('call.title')}
        </h2>
        <p>{text('call.text')}</p>
        <div className="cluster">
          <Link className="button" href="/contacts?topic=career#contact">
            {text('call.button')}
          </Link>
          <ArrowLink href="/careers">{text('call.careers')}</ArrowLink>
        </div>
      </div>
    </section>
  );
}

export const page = definePage({ art, Page: Team });
