import type { Reply } from './engine.ts';

const headers = { 'content-type': 'application/x-amz-json-1.0' };

export const jsonReply = (status: number, content: object): Reply => ({
  status,
  headers,
  body: Buffer.from(JSON.stringify(content)),
});

const errorReply = (status: number, type: string, message: string, more: object = {}): Reply =>
  jsonReply(status, { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more });

export const internalServerError = errorReply(500, 'InternalServerError', 'Internal server error');

/** @param reason such as TableWriteKeyRangeThroughputExceeded */
export const throttled = (reason: string): Reply =>
  errorReply(
    400,
    'ThrottlingException',
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling it.',
    { throttlingReasons: [{ reason, resource: 'arn:aws:dynamodb:us-east-1:000000000000:table/limited' }] },
  );

export const transactionConflict = errorReply(
  400,
  'TransactionConflictException',
  'Transaction is ongoing for the item',
);

export const transactionInProgress = errorReply(
  400,
  'TransactionInProgressException',
  'The transaction with the given request token is already in progress',
);

/** @param codes reason of each action, `None` for those that are no reason */
export const transactionCanceled = (codes: readonly string[]): Reply =>
  errorReply(
    400,
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    { CancellationReasons: codes.map((Code) => (Code === 'None' ? { Code } : { Code, Message: Code })) },
  );
