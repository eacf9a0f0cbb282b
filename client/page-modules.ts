import type { AnyPage } from './lib/define-page.ts';
import type { RouteName } from './routes.ts';

type LoadModule = () => Promise<{ page: AnyPage }>;

/** The code of every page, each in its own chunk. A row of the route table without a line here does not compile. */
const imports: Record<RouteName, LoadModule> = {
  home: () => import('./pages/home.tsx'),
  about: () => import('./pages/about.tsx'),
  team: () => import('./pages/team.tsx'),
  careers: () => import('./pages/careers.tsx'),
  privacy: () => import('./pages/privacy.tsx'),
  terms: () => import('./pages/terms.tsx'),
  accessibility: () => import('./pages/accessibility.tsx'),
  contacts: () => import('./pages/contacts.tsx'),
  'case-studies': () => import('./pages/case-studies.tsx'),
  'ai-automation': () => import('./pages/ai-automation.tsx'),
  'ml-integration': () => import('./pages/ml-integration.tsx'),
  'llm-development': () => import('./pages/llm-development.tsx'),
  'custom-software-development': () => import('./pages/custom-software-development.tsx'),
  'api-systems-integration': () => import('./pages/api-systems-integration.tsx'),
  'cloud-devops-platform-engineering': () => import('./pages/cloud-devops-platform-engineering.tsx'),
  'cybersecurity-compliance-engineering': () => import('./pages/cybersecurity-compliance-engineering.tsx'),
  'data-engineering': () => import('./pages/data-engineering.tsx'),
  apps: () => import('./pages/apps.tsx'),
  details: () => import('./pages/details.tsx'),
  process: () => import('./pages/process.tsx'),
  gitl: () => import('./pages/gitl.tsx'),
  checkout: () => import('./pages/checkout.tsx'),
  news: () => import('./pages/news.tsx'),
  'news-article': () => import('./pages/news-article.tsx'),
  'not-found': () => import('./pages/not-found.tsx'),
  error: () => import('./pages/error.tsx'),
};

const loaded = new Map<RouteName, ReturnType<LoadModule>>();

/**
 * Loads the code of a page once; a failed load is tried again at the next call. Even an `import()` of a loaded module
 * takes 0.1 ms, which the server would spend for every page that it renders.
 */
export function loadPageModule(name: RouteName): ReturnType<LoadModule> {
  const earlier = loaded.get(name);
  if (earlier) return earlier;
  const loading = imports[name]();
  loaded.set(name, loading);
  loading.catch(() => loaded.delete(name));
  return loading;
}
