import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locales } from '#shared/locales.ts';
import { sharedSite, visit } from '../support/browser.ts';
import { filledArea } from '../support/locales.ts';

const member = 'marta@obrii.example';
// Browsers resolve every name under localhost to this machine.
const site = sharedSite({ DESK_EMAILS: member, DESK_HOST: 'desk.localhost', RATE_LIMIT: '0' });
const desk: Locales['desk'] = filledArea('en', 'desk');

describe('a desk under its own host name', () => {
  it('allows signing in and working there, has its styles, and does not exist at the site', async (t) => {
    const { page } = await visit(t, site, { locale: 'en-GB', expectedTroubles: /status of 404/ });
    const origin = `http://desk.localhost:${site.port}`;
    await page.goto(`${origin}/`);
    assert.equal(page.url(), `${origin}/desk/sign-in`);
    const field = page.getByLabel(desk.signIn.email);
    await field.fill(member);
    const height = await field.evaluate((input) => input.getBoundingClientRect().height);
    assert.ok(height > 40, 'the stylesheet is there');
    await page.getByRole('button', { name: desk.signIn.send }).click();
    await site.says('"link":"http');
    const link = /"link":"(http[^"]+)"/.exec(site.output())?.[1] ?? '';
    assert.ok(link.startsWith(`${origin}/desk/sign-in/link?`), link);
    await page.goto(link);
    await page.getByRole('button', { name: desk.signIn.enter }).click();
    await page.getByRole('heading', { level: 1, name: desk.menu.messages }).waitFor();
    await page.getByRole('link', { name: desk.menu.orders }).click();
    await page.getByRole('heading', { level: 1, name: desk.menu.orders }).waitFor();
    await page.getByRole('button', { name: desk.signOut.here, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: desk.signIn.title }).waitFor();
    const away = await page.goto(`http://localhost:${site.port}/desk/sign-in`);
    assert.equal(away?.status(), 404);
    const about = await page.goto(`${origin}/about`);
    assert.equal(about?.status(), 404);
  });
});
