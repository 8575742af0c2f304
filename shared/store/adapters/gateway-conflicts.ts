import { ConflictException } from '@aws-sdk/client-api-gateway';
import { StoreRejection } from '#persistence/store-rejection.ts';

/** Milliseconds for which a function repeats one change; well under API Gateway's 29 seconds. */
export const conflictDeadline = 8000;

interface Conflicting<Result> {
  readonly change: () => Promise<Result>;
  /** What the change leads to, read from API Gateway; undefined while it is not there. */
  readonly read: () => Promise<Result | undefined>;
  readonly deadline: number;
}

/**
 * Makes a change that API Gateway may refuse with 409. The same status stands for a change that is already done and
 * for a concurrent change of somebody else, so the state is read instead of the message: where the change is not
 * there, it is tried again with back-off.
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

/** Whether the data layer's error stands for this error of the SDK. */
export const isCausedBy = (error: unknown, expected: ErrorClass): boolean =>
  error instanceof Error && error.cause instanceof expected;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
