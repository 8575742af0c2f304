import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';

const help = `npm run --silent redrive -- [--queue URL]...

Restarts all work that failed in every attempt: events of functions, files of the inbox, audit runs, background work of
commerce.

  --queue URL  queue to redrive: output FailuresUrl or DeadLettersUrl of the Claims or Commerce stack. Uses the
               credentials and the region of the AWS CLI. Without it, redrives the queues of the running local stack.

Exit status: 0 all work was restarted, 1 some was not.
`;

export async function runRedriveCommand(
  arguments_: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void,
): Promise<number> {
  const { values } = parseArgs({
    args: [...arguments_],
    options: { queue: { type: 'string', multiple: true }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    write(help);
    return 0;
  }
  const target = values.queue === undefined ? localTarget(environment) : { queueUrls: values.queue };
  const clients = 'settings' in target ? target.settings : {};
  const sqs = new SQSClient(clients);
  const lambda = new LambdaClient(clients);
  const counts = { started: 0, left: 0 };
  for (const queueUrl of target.queueUrls) {
    if (await isDeadLetterQueue({ queueUrl, sqs })) {
      const { moved, left } = await moveDeadLetters({ queueUrl, sqs });
      if (moved > 0) write(`Dead letters moved back to their queues: ${moved}\n`);
      counts.started += moved;
      counts.left += left;
      continue;
    }
    for await (const one of redrive({ queueUrl, sqs, lambda })) {
      counts[one.outcome === 'started' ? 'started' : 'left'] += 1;
      write(lineOf(one));
    }
  }
  write(`${counts.started} restarted, ${counts.left} left\n`);
  return counts.left === 0 ? 0 : 1;
}

function lineOf({ function: name, failed_at, error, outcome }: RedriveResult): string {
  switch (outcome) {
    case 'started':
      return `${name}: failed at ${failed_at} with ${error}, restarted\n`;
    case 'not_started':
      return `${name}: failed at ${failed_at}, cannot be restarted (${error}), stays in the queue\n`;
    case 'not_understood':
      return 'A message that is not a failed event stays in the queue\n';
  }
}

const localSchema = z.object({
  endpoints: z.object({ other: z.string() }),
  queues: z.object({
    failures: z.string(),
    deadLetters: z.string(),
    workFailures: z.string(),
    workDeadLetters: z.string(),
  }),
});

function localTarget(environment: Readonly<Record<string, string | undefined>>) {
  const file = path.join(environment['GRANARY_DATA'] || '.granary', 'local.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`No local stack is running on ${path.dirname(file)}; name a queue with --queue.`);
  }
  const { endpoints, queues } = localSchema.parse(JSON.parse(text));
  return {
    queueUrls: [queues.failures, queues.deadLetters, queues.workFailures, queues.workDeadLetters],
    settings: {
      endpoint: endpoints.other,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    },
  };
}

/** The result for one event. `not_understood`: not a failed event; `not_started`: refused by Lambda. */
interface RedriveResult {
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
async function* redrive({ queueUrl, sqs, lambda }: RedriveOptions): AsyncGenerator<RedriveResult> {
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

interface DeadLetterOptions {
  readonly queueUrl: string;
  readonly sqs: SQSClient;
}

interface Moved {
  readonly moved: number;
  readonly left: number;
}

async function isDeadLetterQueue({ queueUrl: QueueUrl, sqs }: DeadLetterOptions): Promise<boolean> {
  const { queueUrls = [] } = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }));
  return queueUrls.length > 0;
}

/**
 * Moves every dead letter back to its source queue and waits for the end of the move.
 *
 * @throws Error with the reason of SQS when the move fails
 */
async function moveDeadLetters({ queueUrl: QueueUrl, sqs }: DeadLetterOptions): Promise<Moved> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  const SourceArn = Attributes?.QueueArn;
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
  for (;;) {
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    const [task] = Results;
    if (task?.Status === 'FAILED')
      throw new Error(`SQS could not move the dead letters: ${task.FailureReason}`);
    if (task?.Status !== 'RUNNING') {
      const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
      return { moved, left: Math.max(0, (task?.ApproximateNumberOfMessagesToMove ?? 0) - moved) };
    }
    await delay(1_000);
  }
}
