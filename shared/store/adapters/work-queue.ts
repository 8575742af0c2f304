import { workEnvironment } from '#contract/environment.ts';
import { send } from '../dynamodb/table.ts';

/** A queue of work for a function. */
export interface WorkQueue {
  /** Adds work to the queue; returns before the work is done. */
  add(work: object): Promise<void>;
  /** Shows a message that is being worked on again after some seconds, and not after the time that the queue sets. */
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

/** The queue that this function takes its work from. */
export const ownWorkQueue = (): WorkQueue => openWorkQueue(workEnvironment.parse(process.env).WORK_QUEUE);

/** The client takes time to load, and most runs do without it. */
async function openClient() {
  const { SQSClient, SendMessageCommand, ChangeMessageVisibilityCommand } = await import(
    '@aws-sdk/client-sqs'
  );
  return { client: new SQSClient({ maxAttempts: 4 }), SendMessageCommand, ChangeMessageVisibilityCommand };
}
