import { asset } from '#shared/asset.ts';
import { Picture } from '../../components/picture.tsx';
import { TickSection } from '../../components/sections.tsx';
import { useText } from '../../lib/site-context.ts';

/** What people ask before they buy a licence, and a picture of where the machine identifier is found. */
export function Questions() {
  const text = useText('answers-gitl');
  return (
    <>
      <TickSection
        area="answers-gitl"
        name="questions"
        items={['systems', 'identifier', 'data', 'trial', 'end', 'change', 'companies', 'refunds', 'support']}
        surface="white"
      />
      <div className="questions__window">
        <Picture src={asset('art/gitl-identifier.svg')} alt={text('picture')} width={1250} height={360} />
      </div>
    </>
  );
}
