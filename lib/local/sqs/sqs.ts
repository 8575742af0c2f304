import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Operations, operation } from '../control-plane/operation.ts';
import { ServiceError } from '../control-plane/service-error.ts';
import { md5Hex, md5OfAttributes, type Queue, type QueueMessage, type Queues } from './queues.ts';

const queueUrl = z.object({ QueueUrl: z.string() });
const attributes = z.record(
  z.string(),
  z.object({ DataType: z.string(), StringValue: z.string().optional(), BinaryValue: z.string().optional() }),
);
const outgoing = z.object({
  MessageBody: z.string().min(1),
  DelaySeconds: z.number().int().min(0).max(900).optional(),
  MessageAttributes: attributes.optional(),
  MessageGroupId: z.string().optional(),
});
const receipt = z.object({ ReceiptHandle: z.string() });
const id = z.object({ Id: z.string() });

/** The largest message body, in bytes. */
const largestMessage = 1_048_576;

/** The operations of SQS. */
export function sqs(queues: Queues): Operations {
  const get = (url: string): Queue => {
    const queue = queues.find(url);
    if (queue === undefined)
      throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  };
  const send = (queue: Queue, input: z.infer<typeof outgoing>): object => {
    if (Buffer.byteLength(input.MessageBody) > largestMessage) {
      throw new ServiceError('InvalidParameterValue', `A message holds ${largestMessage} bytes at most.`);
    }
    const message = queues.send(queue, input.MessageBody, {
      ...(input.MessageAttributes !== undefined && { attributes: input.MessageAttributes }),
      ...(input.DelaySeconds !== undefined && { delaySeconds: input.DelaySeconds }),
      ...(input.MessageGroupId !== undefined && { groupId: input.MessageGroupId }),
    });
    return {
      MessageId: message.id,
      MD5OfMessageBody: md5Hex(message.body),
      MD5OfMessageAttributes: md5OfAttributes(message.attributes),
    };
  };
  /** The newest task of each queue; here a task has ended before its start is answered. */
  const moveTasks = new Map<string, object>();
  return {
    SendMessage: operation(queueUrl.extend(outgoing.shape), (input) => send(get(input.QueueUrl), input)),
    SendMessageBatch: operation(
      queueUrl.extend({ Entries: z.array(id.extend(outgoing.shape)).min(1).max(10) }),
      ({ QueueUrl, Entries }) => ({
        Successful: Entries.map((entry) => ({ Id: entry.Id, ...send(get(QueueUrl), entry) })),
        Failed: [],
      }),
    ),
    ReceiveMessage: operation(
      queueUrl.extend({
        MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
        WaitTimeSeconds: z.number().min(0).max(20).optional(),
        VisibilityTimeout: z.number().min(0).optional(),
      }),
      async (input) => {
        const queue = get(input.QueueUrl);
        const wait = input.WaitTimeSeconds ?? queue.ReceiveMessageWaitTimeSeconds;
        const taken = await queues.receiveWaiting(
          queue,
          input.MaxNumberOfMessages,
          wait,
          input.VisibilityTimeout,
        );
        return { Messages: taken.map(shown) };
      },
    ),
    DeleteMessage: operation(queueUrl.extend(receipt.shape), (input) => queues.remove(input.ReceiptHandle)),
    DeleteMessageBatch: operation(
      queueUrl.extend({ Entries: z.array(id.extend(receipt.shape)).min(1).max(10) }),
      ({ Entries }) => {
        for (const entry of Entries) queues.remove(entry.ReceiptHandle);
        return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
      },
    ),
    ChangeMessageVisibility: operation(
      queueUrl.extend({ ...receipt.shape, VisibilityTimeout: z.number().min(0).max(43_200) }),
      (input) => {
        if (!queues.changeVisibility(input.ReceiptHandle, input.VisibilityTimeout)) {
          throw new ServiceError('ReceiptHandleIsInvalid', 'The receipt handle is not valid.');
        }
      },
    ),
    ListDeadLetterSourceQueues: operation(queueUrl, ({ QueueUrl }) => ({
      queueUrls: queues.sourcesOf(get(QueueUrl)).map(({ url }) => url),
    })),
    StartMessageMoveTask: operation(
      z.strictObject({ SourceArn: z.string(), MaxNumberOfMessagesPerSecond: z.number().optional() }),
      ({ SourceArn }) => {
        const moved = queues.moveBack(get(SourceArn));
        const { visible } = queues.counts(get(SourceArn));
        moveTasks.set(SourceArn, {
          Status: 'COMPLETED',
          SourceArn,
          ApproximateNumberOfMessagesToMove: moved + visible,
          ApproximateNumberOfMessagesMoved: moved,
        });
        return { TaskHandle: randomUUID() };
      },
    ),
    ListMessageMoveTasks: operation(z.object({ SourceArn: z.string() }), ({ SourceArn }) => ({
      Results: [moveTasks.get(get(SourceArn).arn) ?? []].flat(),
    })),
    PurgeQueue: operation(queueUrl, ({ QueueUrl }) => queues.purge(get(QueueUrl))),
    GetQueueUrl: operation(z.object({ QueueName: z.string() }), ({ QueueName }) => ({
      QueueUrl: get(QueueName).url,
    })),
    ListQueues: operation(z.object({}), () => ({ QueueUrls: queues.all().map(({ url }) => url) })),
    GetQueueAttributes: operation(queueUrl, ({ QueueUrl }) => ({
      Attributes: attributesOf(get(QueueUrl), queues),
    })),
  };
}

function attributesOf(queue: Queue, queues: Queues): Readonly<Record<string, string>> {
  const { visible, hidden, delayed } = queues.counts(queue);
  return {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(hidden),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(queue.VisibilityTimeout),
    DelaySeconds: String(queue.DelaySeconds),
    MessageRetentionPeriod: String(queue.MessageRetentionPeriod),
    ...(queue.RedrivePolicy && { RedrivePolicy: JSON.stringify(queue.RedrivePolicy) }),
  };
}

function shown(message: QueueMessage): object {
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5Hex(message.body),
    Attributes: {
      SentTimestamp: String(message.sentAt),
      ApproximateReceiveCount: String(message.receiveCount),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
      ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
      ...(message.sourceArn !== undefined && { DeadLetterQueueSourceArn: message.sourceArn }),
    },
    ...(Object.keys(message.attributes).length > 0 && {
      MessageAttributes: message.attributes,
      MD5OfMessageAttributes: md5OfAttributes(message.attributes),
    }),
  };
}
