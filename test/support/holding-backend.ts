import type { TestContext } from 'node:test';
import { answerAsUsual, fakeBackend } from './fake-backend.ts';

/** A backend that holds the responses that `holdsBack` names until it is released. */
export async function holdingBackend(t: TestContext, holdsBack: (path: string) => boolean = () => true) {
  const backend = await fakeBackend(t);
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  backend.respondWith((request, response, body) => {
    const held = holdsBack(request.url ?? '') ? free : Promise.resolve();
    void held.then(() => answerAsUsual(request, response, body));
  });
  return { backend, letGo };
}
