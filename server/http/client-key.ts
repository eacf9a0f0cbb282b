import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The name under which the requests of one client are counted together, the same as in rate limits: the address that the
 * trusted proxies report, and of an IPv6 address the first 56 bits. Empty when the connection has been cut.
 */
export const clientKeyOf = ({ ip = '' }: Pick<Request, 'ip'>): string => ipKeyGenerator(ip);
