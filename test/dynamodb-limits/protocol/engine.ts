import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response of the engine, or one in its place. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends requests to a DynamoDB engine. */
export class Engine {
  readonly #endpoint: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** @param headers those of the client's request; engines do not check its signature */
  async send(operation: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Reply> {
    const sent = request(this.#endpoint, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        ...headers,
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'content-length': body.length,
      },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
  }

  /**
   * Sends a request of the proxy.
   *
   * @throws Error with the engine's response if it is not a 200
   */
  async ask(operation: string, headers: IncomingHttpHeaders, input: object): Promise<unknown> {
    const { status, body } = await this.send(operation, headers, Buffer.from(JSON.stringify(input)));
    if (status !== 200) throw new Error(`${operation}: ${body.toString()}`);
    return JSON.parse(body.toString());
  }

  close(): void {
    this.#agent.destroy();
  }
}

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
