import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { close, listen } from '#lib/local/http/http-server.ts';
import { type QueueMessage, Queues } from '#lib/local/sqs/queues.ts';
import { sqs } from '#lib/local/sqs/sqs.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';

/** A queue of the local runtime from which a function in this process receives work. */
export interface LocalWorkQueue {
  /** Environment variables with the address of the queue. */
  readonly environment: Readonly<Record<string, string>>;
  send(body: string): void;
  /** Returns the next message as Lambda passes it to the function; undefined if none is visible. */
  take(): { readonly message: QueueMessage; readonly event: object } | undefined;
  /** Messages that a function can take now, and others. */
  counts(): { readonly visible: number; readonly hidden: number };
  /** Time from which a message is visible again, in milliseconds since 1970, as stored on disk. */
  visibleAt(id: string): number;
  stop(): Promise<void>;
}

export async function startWorkQueue(): Promise<LocalWorkQueue> {
  const directory = mkdtempSync(join(tmpdir(), 'granary-queue-'));
  const controlPlane = new ControlPlane();
  const endpoint = await listen(controlPlane.server, 0);
  const Work = { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 1_800 }, Metadata: {} };
  const template = { Resources: { Work }, Outputs: {} };
  const deployment = new Deployment([{ name: 'Test', template, assets: new Map() }], {
    region: 'us-east-1',
    account: '000000000000',
    controlPlaneUrl: endpoint,
  });
  const folder = DataFolder.take(directory);
  const queues = new Queues(deployment, folder);
  controlPlane.serve({ targets: { AmazonSQS: sqs(queues) }, routes: [] });
  const [queue] = queues.all();
  if (queue === undefined) throw new Error('There is no queue');
  return {
    environment: { AWS_ENDPOINT_URL_SQS: endpoint, WORK_QUEUE: queue.url },
    send: (body) => void queues.send(queue, body),
    take: () => {
      const [message] = queues.receive(queue, 1);
      return message && { message, event: eventOf(message) };
    },
    counts: () => queues.counts(queue),
    visibleAt: (id) => {
      const lines = readFileSync(folder.file('state', 'queue-messages.ndjson'), 'utf8').split('\n');
      const last = lines.findLast((line) => line.startsWith(`{"put":"${id}"`)) ?? '{}';
      return JSON.parse(last).value.visibleAt;
    },
    stop: async () => {
      await close(controlPlane.server, 0);
      queues.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** The event of Lambda for one message. */
const eventOf = ({ id, body, receipt, receiveCount }: QueueMessage) => ({
  Records: [
    {
      messageId: id,
      receiptHandle: receipt,
      body,
      attributes: { ApproximateReceiveCount: String(receiveCount) },
      eventSource: 'aws:sqs',
    },
  ],
});
