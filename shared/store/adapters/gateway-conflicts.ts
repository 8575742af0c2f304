import { ConflictException } from '@aws-sdk/client-api-gateway';
import { StoreRejection } from '#persistence/store-rejection.ts';

/** Milliseconds for which one change is retried; below API Gateway's 29 seconds. */
export const conflictDeadline = 8000;

interface Conflicting<Result> {
  readonly change: () => Promise<Result>;
  /** Reads the result of the change from API Gateway; undefined if there is none. */
  readonly read: () => Promise<Result | undefined>;
  readonly deadline: number;
}

/**
 * Makes a change that API Gateway may refuse with 409, which means either that the change is already done or that another
 * change is in progress. So it reads the result, and retries with back-off if there is none.
 *
 * @throws StoreRejection when API Gateway still refuses after the deadline
 */
export async function settleConflict<Result>({
  change,
  read,
  deadline,
}: Conflicting<Result>): Promise<Result> {
  const end = Date.now() + deadline;
  for (let attempt = 0; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (!isCausedBy(error, ConflictException)) throw error;
      const done = await read();
      if (done !== undefined) return done;
      if (Date.now() > end) throw new StoreRejection('API Gateway is busy with other changes', error);
      await pause(Math.random() * Math.min(1000, 50 * 2 ** attempt));
    }
  }
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** Whether an error of the SDK is the cause of the error. */
export const isCausedBy = (error: unknown, expected: ErrorClass): boolean =>
  error instanceof Error && error.cause instanceof expected;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
