/** Whether a path is one of the calls rather than a page, which may begin alike: /api-systems-integration. */
export function isApi(path: string): boolean {
  return /^\/api(\/|\?|$)/i.test(path);
}
