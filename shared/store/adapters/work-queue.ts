import { workEnvironment } from '#contract/environment.ts';
import { send } from '../dynamodb/table.ts';

/** A queue of work for a function. */
export interface WorkQueue {
  /** Adds work to the queue; returns before the work is done. */
  add(work: object): Promise<void>;
  /** Makes a message in progress visible again after `seconds`, in place of the queue's visibility timeout. */
  showAgain(receipt: string, seconds: number): Promise<void>;
}

/** Opens the queue with this address. */
export const openWorkQueue = (QueueUrl: string): WorkQueue => ({
  async add(work) {
    const { client, SendMessageCommand } = await openClient();
    await send(client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(work) })));
  },
  async showAgain(ReceiptHandle, VisibilityTimeout) {
    const { client, ChangeMessageVisibilityCommand } = await openClient();
    const command = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout });
    await send(client.send(command));
  },
});

/** The queue that invokes this function. */
export const ownWorkQueue = (): WorkQueue => openWorkQueue(workEnvironment.parse(process.env).WORK_QUEUE);

/** Loads the client only when needed, because it takes time and most runs do without it. */
async function openClient() {
  const { SQSClient, SendMessageCommand, ChangeMessageVisibilityCommand } = await import(
    '@aws-sdk/client-sqs'
  );
  return { client: new SQSClient({ maxAttempts: 4 }), SendMessageCommand, ChangeMessageVisibilityCommand };
}
