import { createServer } from 'node:http';
import { listen } from '../../support/listen.ts';
import type { Cleanup } from '../../support/process.ts';

/**
 * Serves a minimal page with one stylesheet and returns its origin. The times of this page are those of line, processor
 * and browser.
 */
export function startReference(later: Cleanup): Promise<string> {
  const paragraphs = Array.from({ length: 60 }, (_, number) => `<p>Paragraph ${number} of plain text.</p>`).join('');
  const page = `<!doctype html><title>Plain</title><link rel="stylesheet" href="/plain.css"><h1>Plain</h1>${paragraphs}`;
  const styles = 'body{margin:2rem;font-family:sans-serif}'.padEnd(14_000, ' ');
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/css' }).end(isPage ? page : styles);
  });
  return listen(later, server);
}
