import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ApiError, type ErrorCode } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';

export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Untabled<T> = T extends { TableName: unknown } ? Omit<T, 'TableName'> : T;

export interface Otherwise {
  /** What a failed condition means. Without it, another write has changed what this one depends on. */
  readonly otherwise?: ErrorCode | (() => ApiError);
}

/** One action of a transaction. {@link transact} adds the table. */
export type TransactAction = (
  | { readonly Put: Untabled<NonNullable<Action['Put']>> }
  | { readonly Update: Untabled<NonNullable<Action['Update']>> }
  | { readonly Delete: Untabled<NonNullable<Action['Delete']>> }
  | { readonly ConditionCheck: Untabled<NonNullable<Action['ConditionCheck']>> }
) &
  Otherwise & {
    /**
     * Entity whose entries in the audit log the item of a Put or an Update lists in {@link entryListAttribute}. The audit log adds the
     * ids of those that it appends in the same transaction; without one this has no effect.
     */
    readonly listsEntriesOf?: string;
  };

/** A set of ids of audit entries. */
export const entryListAttribute = 'entries';

/**
 * Opens a table by name. Attempts and timeouts (milliseconds) stay below API Gateway's 29 seconds. Callers with their own
 * retries set one attempt.
 *
 * @param options.roundsNumbers reads every number as the nearest double; otherwise the SDK throws at a number that is
 * neither a double nor a bigint
 */
export function openTable(
  name: string,
  { maxAttempts = 4, connectionTimeout = 1000, requestTimeout = 5000, roundsNumbers = false } = {},
): Table {
  const client = new DynamoDBClient({
    maxAttempts,
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
  });
  // It copies every request and response for a log that is not used.
  client.middlewareStack.remove('loggerMiddleware');
  retryAfterTransactions(client);
  return {
    name,
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
      ...(roundsNumbers && { unmarshallOptions: { wrapNumbers: Number } }),
    }),
  };
}

/**
 * Retries writes that DynamoDB refuses during a transaction on the same item. The conflict lasts milliseconds, but the SDK
 * treats it as a fault of the caller.
 */
function retryAfterTransactions(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    // After the SDK's retries, which belong to the same step.
    { name: 'retryAfterTransactions', step: 'finalizeRequest', priority: 'low' },
  );
}

/**
 * Runs the request.
 *
 * @throws ConditionFailed for a condition, StoreRejection for every other failure
 */
export async function send<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw storeErrorOf(error);
  }
}

/** Milliseconds for which conflicts with other transactions are retried by default. */
const conflictDeadline = 8000;

/**
 * Repeats a write of one item that a sequence of transactions changes, such as the record of a file during a run, until
 * it falls between two of them. The SDK's own retries end after less than a second.
 *
 * @throws StoreRejection after 8 seconds of conflicts
 */
export async function betweenTransactions<Result>(write: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + conflictDeadline;
  for (let attempt = 0; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const isConflict =
        error instanceof StoreRejection && error.cause instanceof TransactionConflictException;
      if (!isConflict || Date.now() > deadline) throw error;
      await pause(conflictPause(attempt));
    }
  }
}

/** Milliseconds before the next attempt: full jitter, up to a second. */
const conflictPause = (attempt: number) => Math.random() * Math.min(1000, 10 * 2 ** attempt);

/** DynamoDB's limit for one transaction. */
export const maxActions = 100;

/**
 * Writes all actions or none (at most {@link maxActions}). Retries conflicts with other transactions and throttles with full jitter until
 * a deadline. The client request token makes a retry after a lost response idempotent.
 *
 * @param isTimeUp whether the caller has to end, instead of the deadline
 * @throws the refusal of the first failed action if all failed actions have one; ConditionFailed with every failed condition, if
 * any; StoreRejection otherwise
 */
export async function transact(
  table: Table,
  actions: readonly TransactAction[],
  isTimeUp?: () => boolean,
): Promise<void> {
  const TransactItems = actions.map((action) => withTable(action, table.name));
  const deadline = Date.now() + conflictDeadline;
  const isExpired = isTimeUp ?? (() => Date.now() > deadline);
  let ClientRequestToken = crypto.randomUUID();
  for (let attempt = 0; ; attempt++) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
      return;
    } catch (error) {
      if (!isContention(error) || isExpired()) throw refusalIn(actions, storeErrorOf(error));
      // A transaction in progress may still be stored, so it keeps its token.
      if (!isInProgress(error)) ClientRequestToken = crypto.randomUUID();
      await pause(conflictPause(attempt));
    }
  }
}

/**
 * The refusal of the first failed action, with the details of all like it, or else the error: a failed action without a refusal means a
 * conflict, and a repetition finds out whether the others still fail.
 */
export function refusalIn(actions: readonly TransactAction[], error: Error): Error {
  if (!(error instanceof ConditionFailed)) return error;
  const meanings = error.failures.map(({ index }) => actions[index]?.otherwise);
  const refusals = meanings
    .filter((one) => one !== undefined)
    .map((one) => (typeof one === 'string' ? new ApiError(one, { cause: error }) : one()));
  const [first] = refusals;
  if (first === undefined || refusals.length < meanings.length) return error;
  const { code, message } = first;
  const details = refusals.flatMap((one) => (one.code === code ? (one.details ?? []) : []));
  return details.length === 0 ? first : new ApiError(code, { message, details, cause: error });
}

export function withTable(
  { listsEntriesOf, otherwise, ...action }: TransactAction,
  TableName: string,
): Action {
  const [kind, fields] = Object.entries(action)[0] ?? ['', {}];
  return { [kind]: { TableName, ...fields } };
}

/** True if contention is the only reason. A failed condition among the reasons decides the outcome. */
export function isContention(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) {
    return isInProgress(error);
  }
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  const transient = ['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
  return codes.every((code) => transient.includes(code)) && codes.some((code) => code !== 'None');
}

/** The SDK has retried a request that is still in progress. */
const isInProgress = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionInProgressException';

/** The failure as {@link ConditionFailed} or {@link StoreRejection}. */
export function storeErrorOf(error: unknown): Error {
  if (error instanceof TransactionCanceledException) {
    const reasons = error.CancellationReasons ?? [];
    const failures = reasons.flatMap(({ Code, Item }, index) =>
      Code === 'ConditionalCheckFailed' ? [Item ? { index, item: unmarshall(Item) } : { index }] : [],
    );
    if (failures.length > 0) return new ConditionFailed(failures);
    const codes = [...new Set(reasons.map(({ Code }) => Code).filter((code) => code && code !== 'None'))];
    return new StoreRejection(rejectionText(codes[0] ?? error.name), error);
  }
  if (!(error instanceof Error)) return new StoreRejection('', error);
  if (error instanceof ConditionalCheckFailedException) {
    return new ConditionFailed([error.Item ? { index: 0, item: unmarshall(error.Item) } : { index: 0 }]);
  }
  return new StoreRejection(rejectionText(error.name), error);
}

/** Our own text, because DynamoDB's may quote keys and values. Empty for unknown causes, which get a default text. */
function rejectionText(code: string): string {
  switch (code) {
    case 'ValidationException':
    case 'ValidationError':
      return 'The data store does not accept the record';
    case 'ItemCollectionSizeLimitExceeded':
      return 'The record is too large for the data store';
    case 'ThrottlingException':
    case 'ThrottlingError':
    case 'ProvisionedThroughputExceeded':
    case 'ProvisionedThroughputExceededException':
    case 'RequestLimitExceeded':
      return 'The data store is throttling requests';
    case 'TransactionConflict':
    case 'TransactionConflictException':
      return 'The data store is busy with conflicting writes';
    case 'TimeoutError':
    case 'ECONNREFUSED':
      return 'The data store does not respond';
    default:
      return '';
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
