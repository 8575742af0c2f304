import { workEnvironment } from '#contract/environment.ts';
import { send } from '../dynamodb/table.ts';

export interface WorkQueue {
  /** Adds work to the queue, visible after a delay of up to 900 seconds; returns before the work is done. */
  add(work: object, delaySeconds?: number): Promise<void>;
  /** Makes a message in progress visible again after `seconds`, in place of the queue's visibility timeout. */
  showAgain(receipt: string, seconds: number): Promise<void>;
}

export const openWorkQueue = (QueueUrl: string): WorkQueue => ({
  async add(work, DelaySeconds = 0) {
    const { client, SendMessageCommand } = await openClient();
    const MessageBody = JSON.stringify(work);
    await send(client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds })));
  },
  async showAgain(ReceiptHandle, VisibilityTimeout) {
    const { client, ChangeMessageVisibilityCommand } = await openClient();
    const command = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout });
    await send(client.send(command));
  },
});

/** The queue that invokes this function. */
export const ownWorkQueue = (): WorkQueue => openWorkQueue(workEnvironment.parse(process.env).WORK_QUEUE);

let opened: ReturnType<typeof load> | undefined;

/** Loads the client only when needed, because it takes time and most runs do without it. */
function openClient() {
  opened ??= load();
  return opened;
}

async function load() {
  const { SQSClient, SendMessageCommand, ChangeMessageVisibilityCommand } = await import(
    '@aws-sdk/client-sqs'
  );
  return { client: new SQSClient({ maxAttempts: 4 }), SendMessageCommand, ChangeMessageVisibilityCommand };
}
