import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { vitalNames } from '#shared/contracts/vitals.ts';
import { freePort, root, startReady, temporaryFolder } from '../support/process.ts';
import { findPrograms } from '../support/tools.ts';

const file = join(root, 'server/operations/alerts.yml');

interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

/** The series that an expression asks for. `up` and `job` come from Prometheus itself. */
function readSelectors(expr: string): Selector[] {
  return [...expr.matchAll(/\b((?:site|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, metric = '', labels = '']) => ({
    metric,
    matchers: [...labels.matchAll(/(\w+)(=~|=)"([^"]*)"/g)]
      .map(([, label = '', operator = '', value = '']) => ({ label, operator, value }))
      .filter(({ label }) => label !== 'job'),
  }));
}

/** Labels that an expression groups by; `le` and `instance` are made by histograms and Prometheus. */
const readGroupLabels = (expr: string) =>
  [...expr.matchAll(/by \(([^)]*)\)/g)]
    .flatMap(([, names = '']) => names.split(/,\s*/))
    .filter((n) => n !== 'instance');

interface Case {
  /** Series with the values of minute after minute, in the notation of promtool. */
  series: Record<string, string>;
  /** The same without an alarm. */
  quiet: Record<string, string>;
  at: string;
  /** Labels of the alarm, apart from its severity. */
  labels?: Record<string, string>;
}

const copy = 'job="site",instance="a"';
const vital = (name: string) => `site_vitals{name="${name}",quantile="0.75",route="home",language="en",${copy}}`;
const vitalLabels = (name: string) => ({
  name,
  quantile: '0.75',
  route: 'home',
  language: 'en',
  job: 'site',
  instance: 'a',
});
const ofCopy = { job: 'site', instance: 'a' };
const requests = (status: string) => `site_requests_total{route="home",status="${status}",${copy}}`;
const serverErrors = `site_server_errors_total{status="503",${copy}}`;
const slowCalls = (le: string) => `site_backend_seconds_bucket{call="read",le="${le}",${copy}}`;

/** What makes each rule fire, and what is like it and must not. */
const cases: Record<string, Case> = {
  SiteCopyDown: { series: { [`up{${copy}}`]: '0x10' }, quiet: { [`up{${copy}}`]: '1x10' }, at: '5m', labels: ofCopy },
  SiteServerErrors: {
    series: { [requests('200')]: '0+97x30', [requests('503')]: '0+3x30', [serverErrors]: '0+3x30' },
    quiet: { [requests('200')]: '0+997x30', [requests('404')]: '0+100x30', [serverErrors]: '0+3x30' },
    at: '20m',
  },
  SiteBackendDown: {
    series: {
      [`site_backend_breaker{state="open",${copy}}`]: '1x10',
      [`site_backend_breaker{state="closed",${copy}}`]: '0x10',
    },
    quiet: {
      [`site_backend_breaker{state="open",${copy}}`]: '0x10',
      [`site_backend_breaker{state="closed",${copy}}`]: '1x10',
    },
    at: '5m',
    labels: { instance: 'a' },
  },
  SiteStorageFailing: {
    series: { [`site_storage{state="failing",${copy}}`]: '1x10', [`site_storage{state="ok",${copy}}`]: '0x10' },
    quiet: { [`site_storage{state="failing",${copy}}`]: '0x10', [`site_storage{state="ok",${copy}}`]: '1x10' },
    at: '5m',
    labels: { instance: 'a' },
  },
  SiteRedisAway: {
    series: { [`site_redis{state="failing",${copy}}`]: '1x10', [`site_redis{state="ok",${copy}}`]: '0x10' },
    quiet: { [`site_redis{state="failing",${copy}}`]: '1 1 0x10', [`site_redis{state="ok",${copy}}`]: '0 0 1x10' },
    at: '7m',
    labels: { instance: 'a' },
  },
  SiteBuiltInContent: {
    series: { [`site_fallbacks_total{kind="built-in",${copy}}`]: '0 0 0 1x10' },
    quiet: {
      [`site_fallbacks_total{kind="built-in",${copy}}`]: '0x15',
      [`site_fallbacks_total{kind="last-good",${copy}}`]: '0+9x15',
    },
    at: '6m',
  },
  SiteBackendUnusable: {
    series: { [`site_backend_calls_total{call="read",outcome="unusable",${copy}}`]: '0 0 0 1x10' },
    quiet: { [`site_backend_calls_total{call="read",outcome="failed",${copy}}`]: '0+9x15' },
    at: '6m',
  },
  SiteBackendSlow: {
    series: {
      [slowCalls('1')]: '0+80x30',
      [slowCalls('2.5')]: '0+85x30',
      [slowCalls('5')]: '0+100x30',
      [slowCalls('+Inf')]: '0+100x30',
    },
    quiet: {
      [slowCalls('1')]: '0+99x30',
      [slowCalls('2.5')]: '0+100x30',
      [slowCalls('5')]: '0+100x30',
      [slowCalls('+Inf')]: '0+100x30',
    },
    at: '20m',
  },
  SiteEventLoopSlow: {
    series: { [`nodejs_eventloop_lag_p99_seconds{${copy}}`]: '0.3x30' },
    quiet: { [`nodejs_eventloop_lag_p99_seconds{${copy}}`]: '0.1x30' },
    at: '10m',
    labels: ofCopy,
  },
  SiteMemoryHigh: {
    series: { [`process_resident_memory_bytes{${copy}}`]: '460000000x30' },
    quiet: {
      [`process_resident_memory_bytes{${copy}}`]: '250000000x30',
      'process_resident_memory_bytes{job="other"}': '900000000x30',
    },
    at: '20m',
    labels: ofCopy,
  },
  SiteFilesNearLimit: {
    series: { [`process_open_fds{${copy}}`]: '900x30', [`process_max_fds{${copy}}`]: '1024x30' },
    quiet: { [`process_open_fds{${copy}}`]: '100x30', [`process_max_fds{${copy}}`]: '1024x30' },
    at: '10m',
    labels: ofCopy,
  },
  SiteConnectionsFull: {
    series: { [`site_refused_total{reason="connections",${copy}}`]: '0 0 0 1x10' },
    quiet: { [`site_refused_total{reason="body",${copy}}`]: '0+9x10' },
    at: '5m',
    labels: { instance: 'a' },
  },
  SiteRequestsRefused: {
    series: { [`site_refused_total{reason="foreignHost",${copy}}`]: '0+600x30' },
    quiet: { [`site_refused_total{reason="foreignHost",${copy}}`]: '0+60x30' },
    at: '20m',
    labels: { reason: 'foreignHost' },
  },
  SitePostsLimited: {
    series: { [`site_rate_limited_total{kind="comment",${copy}}`]: '0+120x30' },
    quiet: { [`site_rate_limited_total{kind="comment",${copy}}`]: '0+10x30' },
    at: '20m',
    labels: { kind: 'comment' },
  },
  SitePolicyViolations: {
    series: { [`site_csp_violations_total{directive="script-src",${copy}}`]: '0+1x70' },
    quiet: { [`site_csp_violations_total{directive="script-src",${copy}}`]: '0x60 3x10' },
    at: '65m',
    labels: { directive: 'script-src' },
  },
  SiteOrdersStuck: {
    series: { [`site_orders_oldest_seconds{${copy}}`]: '9000+60x60' },
    quiet: { [`site_orders_oldest_seconds{${copy}}`]: '3600x60' },
    at: '50m',
  },
  SiteOutboxLate: {
    series: { [`site_outbox_oldest_seconds{${copy}}`]: '0+60x90' },
    quiet: { [`site_outbox_oldest_seconds{${copy}}`]: '900x90', [`site_outbox_pending{${copy}}`]: '50x90' },
    at: '80m',
  },
  SitePaintSlow: {
    series: { [vital('LCP')]: '2600x60' },
    quiet: { [vital('LCP')]: '1400x60' },
    at: '40m',
    labels: vitalLabels('LCP'),
  },
  SiteInputSlow: {
    series: { [vital('INP')]: '240x60' },
    quiet: { [vital('INP')]: '90x60' },
    at: '40m',
    labels: vitalLabels('INP'),
  },
  SiteLayoutMoves: {
    series: { [vital('CLS')]: '0.2x60' },
    quiet: { [vital('CLS')]: '0.01x60' },
    at: '40m',
    labels: vitalLabels('CLS'),
  },
};

const { paths, message } = findPrograms('promtool');

describe('the alert rules', () => {
  it('have a case each in this test, and a meaning and an action each', () => {
    assert.deepEqual(rules.map(({ alert }) => alert).sort(), Object.keys(cases).sort());
    for (const { alert, annotations } of rules)
      assert.deepEqual(Object.keys(annotations), ['summary', 'action'], alert);
  });

  it('ask for metrics and labels that the site has from its start', async (t) => {
    const metricsPort = await freePort();
    const site = await startReady(t, { env: { METRICS_PORT: String(metricsPort) } });
    // The durations of requests and the readings of browsers have no series before the first one.
    await fetch(`${site.origin}/about`);
    const readings = Object.fromEntries(vitalNames.map((name) => [name, 1]));
    const sent = await fetch(`${site.origin}/vitals`, {
      method: 'POST',
      body: JSON.stringify({ route: 'home', language: 'en', ...readings }),
    });
    assert.equal(sent.status, 204);
    const printed = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const series = printed.split('\n').filter((line) => line && !line.startsWith('#'));
    const missing: string[] = [];
    for (const { alert, expr } of rules) {
      for (const { metric, matchers } of readSelectors(expr)) {
        const candidates = series.filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
        const labels = [
          ...matchers.map((m) => ({ ...m, found: m.operator === '=' ? `${m.label}="${m.value}"` : `${m.label}="` })),
        ];
        const groupLabels = readGroupLabels(expr).map((label) => ({ found: `${label}="` }));
        const wanted = [...labels, ...groupLabels].map(({ found }) => found);
        if (!candidates.some((line) => wanted.every((text) => line.includes(text))))
          missing.push(`${alert}: ${metric} ${wanted.join(' ')}`);
      }
    }
    assert.deepEqual(missing, []);
  });

  it('fire when they should and not before, as promtool evaluates them', { skip: message ?? false }, async (t) => {
    const test = (rule: Rule, { series, at, labels }: Case, fires: boolean) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        {
          eval_time: at,
          alertname: rule.alert,
          exp_alerts: fires ? [{ exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations }] : [],
        },
      ],
    });
    const tests = rules.flatMap((rule) => {
      const given = cases[rule.alert];
      assert.ok(given, rule.alert);
      return [test(rule, given, true), test(rule, { ...given, series: given.quiet }, false)];
    });
    const folder = await temporaryFolder(t);
    const testFile = join(folder, 'test.json');
    // promtool reads YAML, of which JSON is a part.
    await writeFile(testFile, JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync(paths?.promtool ?? '', ['test', 'rules', testFile], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });
});
