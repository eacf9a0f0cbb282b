import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { vitalNames } from '#shared/contracts/vitals.ts';
import { alertCases, type AlertCase } from '../support/alert-cases.ts';
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

const { paths, message } = findPrograms('promtool');

describe('the alert rules', () => {
  it('have a case each in this test, and a meaning and an action each', () => {
    assert.deepEqual(rules.map(({ alert }) => alert).sort(), Object.keys(alertCases).sort());
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
    const test = (rule: Rule, { series, at, labels }: AlertCase, fires: boolean) => ({
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
      const given = alertCases[rule.alert];
      assert.ok(given, rule.alert);
      return [test(rule, given, true), test(rule, { ...given, series: given.quiet }, false)];
    });
    const folder = await temporaryFolder(t);
    const testFile = join(folder, 'test.json');
    // promtool reads YAML, and JSON is valid YAML.
    await writeFile(testFile, JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync(paths?.promtool ?? '', ['test', 'rules', testFile], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });
});
