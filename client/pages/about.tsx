import type texts from '../../locales/en/about.json';
import { PageHead } from '../components/page-head.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

function Placeholder() {
  const text = useText<typeof texts>('about');
  return <PageHead sky="morning" title={text('title')} lead="" />;
}

export const page = definePage({ Page: Placeholder });
