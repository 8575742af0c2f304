import { randomUUID } from 'node:crypto';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, test } from '@jest/globals';
import { runRedriveCommand } from '#lib/operations/redrive-command.ts';
import { claimFile, newNumber } from '../../fixtures/claims/claim-input.ts';
import { putX12Object, until } from '../claims/claims-api.ts';
import { stack } from '../stack/api-client.ts';
import { claimsFunctions } from '../stack/local-functions.ts';

/** `npm run redrive` on the running stack. */
const settings = {
  endpoint: stack.endpoints.other,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};
const sqs = new SQSClient(settings);
const lambda = new LambdaClient(settings);
const QueueUrl = stack.queues['failures'] ?? '';
const GRANARY_DATA = process.env['GRANARY_DATA'] ?? '';

const functionNamed = (part: string) =>
  claimsFunctions(GRANARY_DATA).find((name) => name.includes(part)) ?? part;

const start = (FunctionName: string, event: object) =>
  lambda.send(
    new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(JSON.stringify(event)) }),
  );

/** Returns the message of the queue that contains the text, and leaves it there. */
async function messageWith(text: string) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.find(({ Body }) => Body?.includes(text));
}

async function redrive(): Promise<{ readonly code: number; readonly output: string }> {
  let output = '';
  const code = await runRedriveCommand([], { GRANARY_DATA }, (text) => {
    output += text;
  });
  return { code, output };
}

/** Counts the messages of a queue, with hidden ones. */
async function waiting(url: string | undefined): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
  );
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes;
  return Number(visible) + Number(hidden);
}

test('restarts what failed: a repaired file is processed, and what fails again returns', async () => {
  const { deadLetters, intakeInbox, intakeStaging } = stack.queues;
  const marker = randomUUID();
  const name = functionNamed('IngestFile');
  const number = newNumber('SI');
  const key = `staging/CO_TXIX/redrive-${number}.x12`;
  // All fail at the same time, because each attempt waits longer than the one before.
  await start(name, { marker });
  await sqs.send(new SendMessageCommand({ QueueUrl: intakeInbox, MessageBody: `Hello ${marker}` }));
  await putX12Object(key, 'no X12 yet');
  const failed = await until('the failure', () => messageWith(marker));
  await until('the dead letters', async () => (await waiting(deadLetters)) === 2);
  await until('the end of other tests’ files', async () => (await waiting(intakeInbox)) === 0);
  const record = JSON.parse(failed.Body ?? '{}');
  expect(record).toMatchObject({
    requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
    requestPayload: { marker },
  });

  await putX12Object(key, claimFile([{ number }]));
  const { code, output } = await redrive();
  expect(code).toBe(0);
  expect(output).toContain(`${name}: failed at ${record.timestamp} with ZodError, restarted\n`);
  expect(output).toContain('Dead letters moved back to their queues: 2\n');
  expect(output).toMatch(/\d+ restarted, 0 left\n$/);
  expect(output).not.toContain(marker);
  expect(await messageWith(marker)).toBeUndefined();

  const again = await until('its return', () => messageWith(marker));
  expect(JSON.parse(again.Body ?? '{}').requestContext).toMatchObject({ approximateInvokeCount: 3 });
  expect(again.MessageId).not.toBe(failed.MessageId);
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: again.ReceiptHandle }));
  await until('the return of the dead letter', async () => (await waiting(intakeInbox)) === 0);
  await until('the repaired file', async () => (await waiting(intakeStaging)) === 0);
  expect(await waiting(deadLetters)).toBe(1);
  await sqs.send(new PurgeQueueCommand({ QueueUrl: deadLetters }));
});

test('keeps an event of a missing function and restarts the others', async () => {
  const name = functionNamed('AnswerAsPayer');
  const failure = (functionArn: string) =>
    JSON.stringify({
      timestamp: '2026-03-15T18:00:00.000Z',
      requestContext: { functionArn },
      requestPayload: { Records: [] },
    });
  for (const one of ['gone', name]) {
    const arn = `arn:aws:lambda:us-east-1:000000000000:function:${one}:$LATEST`;
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: failure(arn) }));
  }
  const { code, output } = await redrive();
  expect(code).toBe(1);
  expect(output).toContain('gone: failed at 2026-03-15T18:00:00.000Z, cannot be restarted (');
  expect(output).toContain(`${name}: failed at 2026-03-15T18:00:00.000Z with unknown, restarted\n`);
  await sqs.send(new PurgeQueueCommand({ QueueUrl }));
});

test('keeps a message that is not a failed event and exits with 1', async () => {
  const marker = randomUUID();
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: `Hello ${marker}` }));
  const { code, output } = await redrive();
  expect(code).toBe(1);
  expect(output).toContain('A message that is not a failed event stays in the queue\n');
  expect(output).toMatch(/1 left\n$/);
  // A redrive hides its messages for a minute.
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  expect(Attributes['ApproximateNumberOfMessagesNotVisible']).toBe('1');
  await sqs.send(new PurgeQueueCommand({ QueueUrl }));
});
