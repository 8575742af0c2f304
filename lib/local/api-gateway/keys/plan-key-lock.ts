import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../control-plane/service-error.ts';

/** How long one association holds the lock, in milliseconds; shorter than on AWS. */
const associationMilliseconds = 3;

/**
 * The lock on usage plans: in an account's region, API Gateway adds one key to one plan at a time and refuses other
 * requests meanwhile.
 */
export class PlanKeyLock {
  #isHeld = false;

  /** Acquires the lock and returns its release. Throws ConflictException when another request holds it. */
  acquire(): () => void {
    if (this.#isHeld) {
      const message = 'Unable to complete operation due to concurrent modification. Please try again later.';
      throw new ServiceError('ConflictException', message, 409);
    }
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
    };
  }

  /** Runs `associate` while it holds the lock. */
  async run<Result>(associate: () => Result): Promise<Result> {
    const release = this.acquire();
    try {
      await delay(associationMilliseconds);
      return associate();
    } finally {
      release();
    }
  }
}
