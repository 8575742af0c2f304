import { setTimeout } from 'node:timers/promises';

/** Something that a write depends on has changed since it was read. Nothing was written. */
export class Conflict extends Error {
  constructor(message = 'A condition of the write did not hold') {
    super(message);
    this.name = 'Conflict';
  }
}

/** A write whose condition did not hold, by its index; `item` is the stored item where the write asked for it. */
export interface FailedCondition {
  readonly index: number;
  readonly item?: Record<string, unknown>;
}

export class ConditionFailed extends Conflict {
  readonly failures: readonly FailedCondition[];

  constructor(failures: readonly FailedCondition[]) {
    super();
    this.name = 'ConditionFailed';
    this.failures = failures;
  }
}

/** Waits for a write and returns false if a condition did not hold. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** The longest pause before the second attempt, and before any; in milliseconds. */
const [firstPause, longestPause] = [10, 160];

/**
 * Runs an operation that reads, decides and writes, and repeats it after a conflict with what is stored by then. Pauses of
 * random length come between, so that writers who met do not meet again at once.
 *
 * @throws Conflict when the last attempt conflicts too
 */
export async function retryOnConflict<T>(operation: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === attempts) throw error;
    }
    await setTimeout(Math.random() * Math.min(firstPause * 2 ** (attempt - 1), longestPause));
  }
}
