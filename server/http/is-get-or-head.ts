import type { IncomingMessage } from 'node:http';

/** Whether a request only reads. */
export const isGetOrHead = ({ method }: Pick<IncomingMessage, 'method'>) => method === 'GET' || method === 'HEAD';
