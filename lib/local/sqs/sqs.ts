import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Operations, operation, ServiceError } from '../control-plane/operation.ts';
import { md5Hex, type Queue, type QueueMessage, type Queues } from './queues.ts';

const queueUrl = z.object({ QueueUrl: z.string() });
const outgoing = z.object({
  MessageBody: z.string().min(1),
  DelaySeconds: z.number().int().min(0).max(900).default(0),
});
const receipt = z.object({ ReceiptHandle: z.string() });

const maxMessageBytes = 1_048_576;

export function sqs(queues: Queues): Operations {
  const get = (id: string): Queue => {
    const queue = queues.find(id);
    if (queue !== undefined) return queue;
    throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
  };
  const send = (queue: Queue, { MessageBody: body, DelaySeconds }: z.infer<typeof outgoing>): object => {
    if (Buffer.byteLength(body) > maxMessageBytes) {
      throw new ServiceError('InvalidParameterValue', `Maximum message size is ${maxMessageBytes} bytes.`);
    }
    const { id } = queues.send(queue, body, undefined, DelaySeconds);
    return { MessageId: id, MD5OfMessageBody: md5Hex(body) };
  };
  /** The newest task of each queue; a local task completes before its start gets a response. */
  const moveTasks = new Map<string, object>();
  return {
    SendMessage: operation(queueUrl.extend(outgoing.shape), ({ QueueUrl, ...message }) =>
      send(get(QueueUrl), message),
    ),
    SendMessageBatch: operation(
      queueUrl.extend({
        Entries: z
          .array(outgoing.extend({ Id: z.string() }))
          .min(1)
          .max(10),
      }),
      ({ QueueUrl, Entries }) => ({
        Successful: Entries.map(({ Id, ...message }) => ({ Id, ...send(get(QueueUrl), message) })),
        Failed: [],
      }),
    ),
    ReceiveMessage: operation(
      queueUrl.extend({
        MaxNumberOfMessages: z.number().int().min(1).max(10).default(1),
        WaitTimeSeconds: z.number().min(0).max(20).optional(),
        VisibilityTimeout: z.number().min(0).optional(),
      }),
      async ({ QueueUrl, MaxNumberOfMessages, WaitTimeSeconds, VisibilityTimeout }) => {
        const queue = get(QueueUrl);
        const wait = WaitTimeSeconds ?? queue.ReceiveMessageWaitTimeSeconds;
        const taken = await queues.receiveWaiting(queue, MaxNumberOfMessages, wait, VisibilityTimeout);
        return { Messages: taken.map(describeMessage) };
      },
    ),
    DeleteMessage: operation(queueUrl.extend(receipt.shape), (input) => queues.remove(input.ReceiptHandle)),
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
    GetQueueAttributes: operation(queueUrl, ({ QueueUrl }) => {
      const queue = get(QueueUrl);
      const { visible, hidden } = queues.counts(queue);
      return {
        Attributes: {
          QueueArn: queue.arn,
          ApproximateNumberOfMessages: String(visible),
          ApproximateNumberOfMessagesNotVisible: String(hidden),
        },
      };
    }),
  };
}

function describeMessage(message: QueueMessage): object {
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5Hex(message.body),
    Attributes: {
      SentTimestamp: String(message.sentAt),
      ApproximateReceiveCount: String(message.receiveCount),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
      ...(message.sourceArn !== undefined && { DeadLetterQueueSourceArn: message.sourceArn }),
    },
  };
}
