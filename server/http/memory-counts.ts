import { MemoryStore, type ClientRateLimitInfo } from 'express-rate-limit';

/**
 * The counts of rate limits in the memory of this process. MemoryStore ends a window by the clock of the system: if
 * that was set back by an hour, a visitor who goes on sending would be refused for an hour.
 */
export class MemoryCounts extends MemoryStore {
  override async increment(key: string): Promise<ClientRateLimitInfo> {
    const { resetTime } = (await this.get(key)) ?? {};
    if (resetTime && resetTime.getTime() > Date.now() + this.windowMs) await this.resetKey(key);
    return super.increment(key);
  }
}
