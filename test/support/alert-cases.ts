/** Values of metrics over time that make an alert fire, and some that do not. */
export interface AlertCase {
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

/** Data that makes each rule fire, and similar data that must not. */
export const alertCases: Record<string, AlertCase> = {
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
  SiteOutboxGivenUp: {
    series: { [`site_outbox_failed{${copy}}`]: '3x90 4x60' },
    quiet: { [`site_outbox_failed{${copy}}`]: '3x39 0 3x120' },
    at: '100m',
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
