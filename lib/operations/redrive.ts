import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** One event that was started again, or was not: what is no failure, and what Lambda did not take. */
export interface RedriveResult {
  /** Function that failed at it. */
  readonly function: string;
  /** What Lambda calls the failure, e.g. `Error` or `Sandbox.Timedout`, or its refusal; no message is told. */
  readonly error: string;
  readonly failed_at: string;
  readonly outcome: 'started' | 'not_started' | 'not_understood';
}

interface RedriveOptions {
  readonly queueUrl: string;
  readonly sqs: SQSClient;
  readonly lambda: LambdaClient;
}

/** While an event is started again, nobody else does it. */
const invisibleSeconds = 60;

/** The record that Lambda writes to an on-failure destination. */
const failureSchema = z.object({
  timestamp: z.string(),
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.unknown(),
  responsePayload: z.object({ errorType: z.string() }).partial().optional(),
});

/**
 * Starts every event of the queue again with the function that failed at it, and takes it out once Lambda has it.
 * Cut off in between, an event is started twice: the functions allow for that. An event that fails again comes back.
 * What is not such a record stays in the queue, and so does what Lambda does not take: a function may be gone.
 */
export async function* redrive({ queueUrl, sqs, lambda }: RedriveOptions): AsyncGenerator<RedriveResult> {
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        VisibilityTimeout: invisibleSeconds,
      }),
    );
    if (Messages.length === 0) return;
    for (const { Body = '', ReceiptHandle } of Messages) {
      const failure = failureIn(Body);
      if (failure === undefined) {
        yield { function: 'unknown', error: 'unknown', failed_at: 'unknown', outcome: 'not_understood' };
        continue;
      }
      const name = functionName(failure.requestContext.functionArn);
      const failed_at = failure.timestamp;
      try {
        await lambda.send(
          new InvokeCommand({
            FunctionName: name,
            InvocationType: 'Event',
            Payload: Buffer.from(JSON.stringify(failure.requestPayload ?? null)),
          }),
        );
      } catch (refusal) {
        const error = refusal instanceof Error ? refusal.name : 'unknown';
        yield { function: name, error, failed_at, outcome: 'not_started' };
        continue;
      }
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
      const error = failure.responsePayload?.errorType ?? 'unknown';
      yield { function: name, error, failed_at, outcome: 'started' };
    }
  }
}

function failureIn(body: string): z.output<typeof failureSchema> | undefined {
  try {
    return failureSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Name in `arn:…:function:name:qualifier`. */
const functionName = (arn: string): string => arn.split(':')[6] ?? arn;
