import { setTimeout as delay } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';

interface DeadLetterOptions {
  readonly queueUrl: string;
  readonly sqs: SQSClient;
}

/** How a move ended: messages that went back to their queues, and messages that are still dead letters. */
interface Moved {
  readonly moved: number;
  readonly left: number;
}

/** Whether other queues send their dead letters to this one. */
export async function isDeadLetterQueue({ queueUrl: QueueUrl, sqs }: DeadLetterOptions): Promise<boolean> {
  const { queueUrls = [] } = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }));
  return queueUrls.length > 0;
}

/**
 * Lets SQS move every dead letter back to the queue it came from, and waits until that is done.
 *
 * @throws Error with the reason of SQS when the move fails
 */
export async function moveDeadLetters({ queueUrl: QueueUrl, sqs }: DeadLetterOptions): Promise<Moved> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  const SourceArn = Attributes?.QueueArn;
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
  for (;;) {
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    const [task] = Results;
    if (task?.Status === 'FAILED') throw new Error(`Dead letters could not be moved: ${task.FailureReason}`);
    if (task?.Status !== 'RUNNING') {
      const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
      return { moved, left: Math.max(0, (task?.ApproximateNumberOfMessagesToMove ?? 0) - moved) };
    }
    await delay(1_000);
  }
}
