import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mediansOf, mediansOfJourneys, type Journey, type Run } from '../bench/visits/figures.ts';
import { missesOf } from '../bench/visits/goals.ts';
import { describeRun } from '../bench/visits/report.ts';

/** A run in which every figure is exactly at its limit. */
function atLimits(): Run {
  const step = { heading: 100, bytes: 10_000 };
  return {
    machine: 'a machine',
    plain: { firstPaint: 1000, largestPaint: 1000, mainThread: 100 },
    pages: {
      '/about?lang=ua': {
        firstPaint: 804,
        largestPaint: 1000,
        blocking: 50,
        mainThread: 900,
        scriptBytes: 2000,
        bytes: 60_000,
        shift: 0.0004,
        firstTap: 200,
        nextTap: 200,
      },
    },
    controls: { '/about?lang=ua': 'menu' },
    journeys: { ua: { home: step, gitl: step, news: step, article: step, contacts: step, pointedAt: step } },
  };
}

const pageOf = (run: Run) => run.pages['/about?lang=ua'] ?? assert.fail('the page is missing');

describe('the goals of visits', () => {
  it('are reached by figures that are at the limit', () => {
    assert.deepEqual(missesOf(atLimits(), 24), []);
  });

  for (const [name, value] of [
    ['firstPaint', 810],
    ['largestPaint', 1010],
    ['blocking', 51],
    ['mainThread', 901],
    ['shift', 0.0006],
    ['firstTap', 208],
    ['nextTap', 208],
  ] as const)
    it(`are missed by a ${name} of ${value}, with the page and the figure`, () => {
      const run = atLimits();
      pageOf(run)[name] = value;
      const misses = missesOf(run, 24);
      assert.equal(misses.length, 1);
      assert.match(misses[0] ?? '', /^\/about\?lang=ua: [a-z ]+ [\d.]+.*\(at most [\d.]+\)$/);
    });

  it('are named in one line for a page that misses several', () => {
    const run = atLimits();
    Object.assign(pageOf(run), { blocking: 60.4, firstPaint: 900 });
    assert.deepEqual(missesOf(run, 24), [
      '/about?lang=ua: first paint 0.9 of the plain page (at most 0.8), blocking time 60 (at most 50)',
    ]);
  });

  it('are missed by a prefetched page that comes late', () => {
    const run = atLimits();
    const journey = run.journeys['ua'] ?? assert.fail('the journey is missing');
    run.journeys['ua'] = { ...journey, pointedAt: { heading: 120, bytes: 0 } };
    assert.deepEqual(missesOf(run, 24), ['five pages ua: heading of a prefetched page after 120 ms (at most 100)']);
  });

  it('count routes with little script, in their heavier language, once all routes were measured', () => {
    const run = atLimits();
    run.plain = {};
    const routes = Array.from({ length: 24 }, (_, number) => `/page-${number}`);
    run.pages = Object.fromEntries(
      routes.flatMap((path, number) => [
        [`${path}?lang=en`, { scriptBytes: 1500 }],
        [`${path}?lang=ua`, { scriptBytes: number < 5 ? 2001 : 2000 }],
      ]),
    );
    assert.deepEqual(missesOf(run, 24), ['script of at most 2 kB on 19 routes (at least 20)']);
    assert.deepEqual(missesOf(run, 25), []);
  });
});

describe('the medians of visits', () => {
  it('are taken of each figure by itself, and leave out what was not measured', () => {
    const visits = [
      { firstPaint: 3, bytes: 1 },
      { firstPaint: 10, bytes: 2 },
      { firstPaint: 1, bytes: 9 },
    ];
    assert.deepEqual(mediansOf(visits), { firstPaint: 3, bytes: 2 });
  });

  it('are taken of each step of the five pages', () => {
    const journeyOf = (heading: number, bytes: number): Journey => {
      const step = { heading, bytes };
      return { home: step, gitl: step, news: step, article: step, contacts: step, pointedAt: step };
    };
    const { article } = mediansOfJourneys([journeyOf(900, 1), journeyOf(100, 3), journeyOf(200, 2)]);
    assert.deepEqual(article, { heading: 200, bytes: 2 });
  });
});

describe('the tables of visits', () => {
  it('have times with their shares, amounts, and a dash for what was not measured', () => {
    const text = describeRun(atLimits());
    assert.match(text, /\/about\?lang=ua +804 0\.80 +1000 1\.00 +50 +900 9\.00 +2\.0 +60 +0\.000$/m);
    assert.match(text, /\/about\?lang=ua, menu +200 +200 +– +– +–$/m);
    assert.match(text, /^ua +(100 ms 10 kB +){6}50 kB$/m);
  });
});
