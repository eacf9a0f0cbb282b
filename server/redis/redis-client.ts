import { createClient } from '@redis/client';

export type RedisClient = ReturnType<typeof createRedisClient>;

export const createRedisClient = (url: string) =>
  createClient({
    url,
    // Without this, commands wait for a connection that may never come.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 3000) },
  });
