import { createClient } from '@redis/client';

export type RedisClient = ReturnType<typeof createRedisClient>;

/**
 * `pingMs` is the time between two pings, in milliseconds: a connection that a firewall has dropped without a word
 * would be used until TCP gives it up, which takes a quarter of an hour.
 */
export const createRedisClient = (url: string, pingMs: number) =>
  createClient({
    url,
    pingInterval: pingMs,
    // Without this, commands wait for a connection that may never come.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2000,
      socketTimeout: 2.5 * pingMs,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 3000),
    },
  });
