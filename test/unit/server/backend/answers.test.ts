import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { BackendClient } from '#server/backend/client.ts';
import { createPostComment } from '#server/comments/post-comment.ts';
import { createPostContact } from '#server/contact/post-contact.ts';
import { goodMessage } from '../../../support/contact.ts';
import { usedMemory } from '../../../support/memory.ts';

const heapBytes = () => usedMemory().heapUsed;

const log = pino({ level: 'silent' });
const posts = 5000;
/** A success with a large body. */
const backendClient: Pick<BackendClient, 'send'> = {
  send: () =>
    Promise.resolve({ status: 201, body: { status: 'ok', more: Buffer.alloc(50_000, 'x').toString('latin1') } }),
};
const submission = { browserKey: null, visitor: 'anybody' };

const postComment = createPostComment({ backendClient, log, isKnown: () => true, onPosted: () => undefined });
const postContact = createPostContact(backendClient, (answer) => answer, log);
const kinds: [kind: string, post: (text: string) => Promise<unknown>][] = [
  ['comments', (content) => postComment('1', { author: 'Olha', content }, submission)],
  [
    'messages',
    (message) =>
      postContact({
        values: { ...goodMessage(), message: `A message of ${message}` },
        topic: 'general',
        language: 'en',
        upload: null,
        submission,
      }),
  ],
];

describe('the memory that answers to posts take', () => {
  for (const [kind, post] of kinds) {
    it(`is small, however long the body of the backend is: ${kind}`, async () => {
      const before = heapBytes();
      for (let count = 0; count < posts; count += 1) await post(`number ${count}`);
      const grown = (heapBytes() - before) / 1024 / 1024;
      assert.ok(grown < 20, `${Math.round(grown)} MB`);
      // Without this the memory could be collected before it is measured.
      assert.ok(await post('one more'));
    });
  }
});
