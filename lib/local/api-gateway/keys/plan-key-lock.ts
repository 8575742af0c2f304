import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../control-plane/service-error.ts';

/** How long one association keeps the others out, milliseconds; shorter than on AWS. */
const associationMilliseconds = 3;

/**
 * API Gateway puts one key into one usage plan at a time in an account's region, and refuses every other request to
 * do so in the meantime.
 */
export class PlanKeyLock {
  #isTaken = false;

  /** Takes the turn. Returns what gives it back. Throws ConflictException when another holds the turn. */
  acquire(): () => void {
    if (this.#isTaken) {
      const message = 'Unable to complete operation due to concurrent modification. Please try again later.';
      throw new ServiceError('ConflictException', message, 409);
    }
    this.#isTaken = true;
    return () => {
      this.#isTaken = false;
    };
  }

  /** Runs `associate` while it holds the turn. */
  async run<Result>(associate: () => Result): Promise<Result> {
    const giveBack = this.acquire();
    try {
      await delay(associationMilliseconds);
      return associate();
    } finally {
      giveBack();
    }
  }
}
