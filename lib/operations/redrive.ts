import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** The result for one event. `not_understood`: not a failed event; `not_started`: refused by Lambda. */
export interface RedriveResult {
  readonly function: string;
  /** Lambda's name of the failure or refusal, such as `Error` or `Sandbox.Timedout`; never a message. */
  readonly error: string;
  readonly failed_at: string;
  readonly outcome: 'started' | 'not_started' | 'not_understood';
}

interface RedriveOptions {
  readonly queueUrl: string;
  readonly sqs: SQSClient;
  readonly lambda: LambdaClient;
}

/** Hides an event from other runs while it is restarted. */
const invisibleSeconds = 60;

/** The record that Lambda sends to an on-failure destination. */
const failureSchema = z.object({
  timestamp: z.string(),
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.unknown(),
  responsePayload: z.object({ errorType: z.string() }).partial().optional(),
});

/**
 * Restarts every event of the queue with its function, and deletes it once Lambda has accepted it. If the command is
 * interrupted in between, an event may be started twice, which the functions tolerate. An event that fails again
 * returns to the queue. Other messages, and events that Lambda refuses, stay in the queue.
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

/** Returns the name in `arn:…:function:name:qualifier`. */
const functionName = (arn: string): string => arn.split(':')[6] ?? arn;
