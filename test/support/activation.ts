import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { fakeBackend } from './fake-backend.ts';
import { json } from './posts.ts';
import { serve, type Served } from './serve.ts';

export const trial = { machine_id: '7F3A-91C2', email: 'marta@steppe.example' };
export const purchase = { ...trial, plan: 'monthly', language: 'en' };
export const paths = { trial: '/api/trial/start', invoice: '/api/monopay/invoice/create' };

export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** The site over a backend that answers everything in one way. */
export async function serveWith(t: TestContext, fault: Fault, timeoutMs?: number) {
  const backend = await fakeBackend(t);
  backend.respondWith(fault);
  return serve(t, { backend, timeoutMs });
}

/** A call to /api, and what came back. */
export async function post(served: Served, path: string, body: unknown) {
  const answer = await served.get(path, json(body));
  return { status: answer.status, body: (await answer.json()) as unknown, headers: answer.headers };
}
