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

interface Moved {
  readonly moved: number;
  readonly left: number;
}

export async function isDeadLetterQueue({ queueUrl: QueueUrl, sqs }: DeadLetterOptions): Promise<boolean> {
  const { queueUrls = [] } = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }));
  return queueUrls.length > 0;
}

/**
 * Moves every dead letter back to its source queue and waits for the end of the move.
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
    if (task?.Status === 'FAILED')
      throw new Error(`SQS could not move the dead letters: ${task.FailureReason}`);
    if (task?.Status !== 'RUNNING') {
      const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
      return { moved, left: Math.max(0, (task?.ApproximateNumberOfMessagesToMove ?? 0) - moved) };
    }
    await delay(1_000);
  }
}
