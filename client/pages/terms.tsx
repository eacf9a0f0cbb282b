import { LegalPage } from '../components/legal-page.tsx';
import { definePage } from '../lib/define-page.ts';

function Terms() {
  return <LegalPage area="terms" />;
}

export const page = definePage({ Page: Terms });
