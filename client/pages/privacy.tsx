import { LegalPage } from '../components/legal-page.tsx';
import { definePage } from '../lib/define-page.ts';

function Privacy() {
  return <LegalPage area="privacy" />;
}

export const page = definePage({ Page: Privacy });
