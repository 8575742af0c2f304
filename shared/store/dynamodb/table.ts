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
import { ConditionFailed } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';

/** One DynamoDB table and the client that reaches it. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Untabled<T> = T extends { TableName: unknown } ? Omit<T, 'TableName'> : T;

/** One action of a transaction; the table is filled in by {@link transact}. */
export type TransactAction =
  | { readonly Put: Untabled<NonNullable<Action['Put']>> }
  | { readonly Update: Untabled<NonNullable<Action['Update']>> }
  | { readonly Delete: Untabled<NonNullable<Action['Delete']>> }
  | { readonly ConditionCheck: Untabled<NonNullable<Action['ConditionCheck']>> };

/**
 * Opens a table by name. Attempts and time-outs (milliseconds) stay well under API Gateway's 29 seconds; who
 * retries in a way of its own asks for one attempt.
 *
 * @param options.roundsNumbers reads every number as the nearest double, because the SDK throws at numbers that are
 * neither a double nor a bigint
 */
export function openTable(
  name: string,
  { maxAttempts = 4, requestTimeout = 5000, roundsNumbers = false } = {},
): Table {
  const client = new DynamoDBClient({
    maxAttempts,
    requestHandler: { connectionTimeout: 1000, requestTimeout, throwOnRequestTimeout: true },
  });
  // It copies every request and answer for a log that nobody keeps.
  client.middlewareStack.remove('loggerMiddleware');
  repeatAfterTransactions(client);
  return {
    name,
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
      ...(roundsNumbers && { unmarshallOptions: { wrapNumbers: Number } }),
    }),
  };
}

/**
 * DynamoDB refuses a write of one item while a transaction on that item is under way, with nothing written. The SDK
 * takes this for a fault of the caller; it is a matter of milliseconds, and is repeated like a throttle.
 */
function repeatAfterTransactions(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    // Behind the SDK's retries, which are of the same step.
    { name: 'repeatAfterTransactions', step: 'finalizeRequest', priority: 'low' },
  );
}

/**
 * Runs `request` and names its failure: {@link ConditionFailed} for a condition, {@link StoreRejection} for
 * everything else.
 */
export async function send<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw storeErrorOf(error);
  }
}

/** Time within which conflicts with other transactions are retried, milliseconds. */
const conflictDeadline = 8000;

/**
 * Writes all actions or none (at most 100). Conflicts with other transactions and throttles are retried with
 * full jitter inside a deadline; the client request token makes a retry after a lost answer harmless.
 *
 * @throws ConditionFailed with every failed condition, StoreRejection otherwise
 */
export async function transact(table: Table, actions: readonly TransactAction[]): Promise<void> {
  const TransactItems = actions.map((action) => withTable(action, table.name));
  const deadline = Date.now() + conflictDeadline;
  let ClientRequestToken = crypto.randomUUID();
  for (let attempt = 0; ; attempt++) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
      return;
    } catch (error) {
      if (!isContention(error) || Date.now() > deadline) throw storeErrorOf(error);
      // One that is still at work may yet be stored: only its own token tells.
      if (!isAtWork(error)) ClientRequestToken = crypto.randomUUID();
      await pause(Math.random() * Math.min(1000, 10 * 2 ** attempt));
    }
  }
}

/** The action as the SDK wants it. */
export function withTable(action: TransactAction, TableName: string): Action {
  const [kind, fields] = Object.entries(action)[0] ?? ['', {}];
  return { [kind]: { TableName, ...fields } };
}

/** Only contention among the reasons: a failed condition beside it is already an answer. */
export function isContention(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) {
    return isAtWork(error);
  }
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  const transient = ['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
  return codes.every((code) => transient.includes(code)) && codes.some((code) => code !== 'None');
}

/** The SDK has repeated a request whose answer was late, and the first one is not done yet. */
const isAtWork = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionInProgressException';

/** The failure in our terms: {@link ConditionFailed} or {@link StoreRejection}. */
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

/** Our own words: the engine's may quote keys and values. Unnamed causes leave the spec's default text. */
function rejectionText(code: string): string {
  switch (code) {
    case 'ValidationException':
    case 'ValidationError':
      return 'The record does not fit the data store';
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
      return 'The data store does not answer';
    default:
      return '';
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
