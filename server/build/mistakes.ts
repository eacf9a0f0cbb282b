import { languageNames } from '#shared/languages.ts';
import { allRoutes } from '#client/routes.ts';
import { deskHostRows, siteRows } from '#server/endpoints.ts';
import { findDuplicateRows } from '#server/http/endpoint-table.ts';
import type { TextStore } from '#server/lib/texts.ts';

interface Row {
  path: string;
  name: string;
}

/**
 * Finds mistakes in the tables of pages and endpoints, and in the names of the stylesheets of pages, that the compiler
 * does not find; returns one sentence for each.
 */
export function findMistakes(texts: TextStore, sheets: readonly string[]): string[] {
  const rows = allRoutes();
  const duplicateEndpoints = new Set([siteRows, deskHostRows].flatMap((endpoints) => findDuplicateRows(endpoints)));
  return [
    ...findDuplicates(rows),
    ...duplicateEndpoints,
    ...languageNames.flatMap((language) => findMissingSeo(texts, language, rows)),
    ...findSheetsWithoutPage(sheets, rows),
  ];
}

function findDuplicates(rows: readonly Row[]): string[] {
  const places = rows
    .filter(({ path }) => path !== '*')
    // Two patterns that differ only in the names of parameters match the same addresses.
    .map(({ path, name }) => ({ key: path.replace(/:\w+/g, ':'), path, name }));
  const samePath = places.flatMap(({ key, path, name }, index) => {
    const first = places.slice(0, index).find((place) => place.key === key);
    return first ? [`client/routes.ts: the pages ${first.name} and ${name} have the same path ${path}`] : [];
  });
  const sameName = rows
    .filter(({ name }, index) => rows.findIndex((row) => row.name === name) < index)
    .map(
      ({ name, path }) => `client/routes.ts: the page name ${name} is in the table twice, the second time at ${path}`,
    );
  return [...samePath, ...sameName];
}

/** Pages with a parameter need no line: the title of an article is its headline. */
function findMissingSeo(texts: TextStore, language: (typeof languageNames)[number], rows: readonly Row[]): string[] {
  const seo = texts.area(language, 'seo');
  return rows
    .filter(({ path }) => !path.includes(':'))
    .flatMap(({ name }) => {
      const line = seo[name];
      return ['title', 'description']
        .filter((key) => typeof line !== 'object' || !line[key])
        .map((key) => `locales/${language}/seo.json: "${name}.${key}" is missing, the page ${name} needs it`);
    });
}

/** These pages have a stylesheet but no route in the client. */
const pagesBesideRoutes = ['desk'];

/** Finds stylesheets that are not named after a page: no page would load them. */
function findSheetsWithoutPage(names: readonly string[], rows: readonly Row[]): string[] {
  return names
    .filter((name) => !pagesBesideRoutes.includes(name) && !rows.some((row) => row.name === name))
    .map((name) => `client/sheets/${name}.css: there is no page with this name in client/routes.ts`);
}
