import { describe, it } from 'node:test';
import { languages } from '#shared/languages.ts';
import { sharedSite, visit } from '../support/browser.ts';
import { journeys } from '../support/desk-journeys.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { filledArea } from '../support/locales.ts';

/** The desk has no script of its own (desk.test.ts), so its pages differ only by language and width. */
const walkers = [
  { language: 'en', javaScriptEnabled: true, viewport: { width: 1366, height: 800 } },
  { language: 'ua', javaScriptEnabled: false, viewport: { width: 360, height: 780 } },
] as const;
const memberOf = (position: number) => `member${position}@obrii.example`;
const site = sharedSite({ DESK_EMAILS: walkers.map((_, position) => memberOf(position)).join(), RATE_LIMIT: '0' });

for (const [position, { language, javaScriptEnabled, viewport }] of walkers.entries())
  describe(`by keyboard ${javaScriptEnabled ? 'with' : 'without'} JavaScript, in ${language}`, () => {
    it('all actions are possible', async (t) => {
      const { locale } = languages[language];
      const { page } = await visit(t, site, {
        javaScriptEnabled,
        viewport,
        locale,
        // A preview runs no scripts, so this test cannot run code in it either.
        expectedTroubles: /status of 4(22|01|04)|Blocked script execution in '[^']*\/preview'/,
      });
      const walker = {
        site,
        page,
        keyboard: createKeyboard(page),
        language,
        desk: filledArea(language, 'desk'),
        member: memberOf(position),
        mark: `w${position}x`,
      };
      for (const [name, walk] of Object.entries(journeys)) await t.test(name, () => walk(walker));
    });
  });
