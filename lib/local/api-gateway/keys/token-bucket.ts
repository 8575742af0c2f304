import type { MethodThrottle } from '../model/stage.ts';

/** API Gateway's throttle: up to `burst` tokens, refilled at `rate` per second; each request takes one. */
export class TokenBucket {
  readonly #throttle: MethodThrottle;
  #tokens: number;
  #filledAt: number;

  /** `now` is in milliseconds. */
  constructor(throttle: MethodThrottle, now: number) {
    this.#throttle = throttle;
    this.#tokens = throttle.burst;
    this.#filledAt = now;
  }

  /** Takes a token; false when there is none. */
  take(now: number): boolean {
    const refill = ((now - this.#filledAt) / 1_000) * this.#throttle.rate;
    this.#tokens = Math.min(this.#throttle.burst, this.#tokens + Math.max(0, refill));
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

export class TokenBuckets {
  readonly #buckets = new Map<string, TokenBucket>();

  take(name: string, throttle: MethodThrottle): boolean {
    const now = performance.now();
    const key = `${name} ${throttle.rate} ${throttle.burst}`;
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(throttle, now);
      this.#buckets.set(key, bucket);
    }
    return bucket.take(now);
  }
}
