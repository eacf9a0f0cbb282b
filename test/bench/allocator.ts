import { globSync } from 'node:fs';

const [jemalloc] = globSync('/usr/lib/*/libjemalloc.so.2');

/**
 * The environment of a site as in the image, where Debian's package libjemalloc2 is installed; else as in site.service.
 */
export const allocator: Record<string, string> = jemalloc
  ? { LD_PRELOAD: jemalloc, MALLOC_CONF: 'background_thread:true,dirty_decay_ms:1000,narenas:2' }
  : { MALLOC_ARENA_MAX: '2' };

console.log(jemalloc ? 'memory by jemalloc, as in the image' : 'memory by glibc: libjemalloc2 is not installed');
