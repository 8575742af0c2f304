import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Engine } from '../dynamodb/dynamodb.ts';
import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import type { BucketConfig } from './store/object-record.ts';

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), endpoint: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string(), forUser: z.boolean() }),
  z.object({ kind: z.literal('notification'), id: z.string(), targetArn: z.string(), payload: z.string() }),
]);

const program = fileURLToPath(new URL('./s3-process.ts', import.meta.url));

export interface S3Options {
  readonly folder: DataFolder;
  readonly region: string;
  readonly buckets: readonly BucketConfig[];
  /** Takes responsibility for a notification when it returns. The same id may come twice. */
  readonly deliver: (targetArn: string, payload: string, id: string) => void;
  readonly log: (line: string) => void;
}

/** Starts the S3 engine with the buckets of the templates. Throws StartError for damaged data. */
export async function startS3(options: S3Options): Promise<Engine> {
  let { child, endpoint } = await launch(options, 0);
  let stopping = false;
  const revive = async () => {
    if (stopping) return;
    options.log('The S3 engine ended unexpectedly and restarts.');
    try {
      ({ child } = await launch(options, Number(new URL(endpoint).port)));
      child.once('exit', () => void revive());
    } catch (error) {
      options.log(error instanceof Error ? error.message : String(error));
    }
  };
  child.once('exit', () => void revive());
  return {
    endpoint,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function launch(
  { folder, region, buckets, deliver }: S3Options,
  port: number,
): Promise<{ child: ChildProcess; endpoint: string }> {
  const child = fork(program, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new StartError(`The S3 engine ended with exit code ${code}.`)));
    child.on('message', (raw) => {
      const message = messageSchema.parse(raw);
      if (message.kind === 'ready') resolve({ child, endpoint: message.endpoint });
      if (message.kind === 'failed') {
        reject(message.forUser ? new StartError(message.message) : new Error(message.message));
      }
      if (message.kind === 'notification') {
        deliver(message.targetArn, message.payload, message.id);
        // If this fails, the engine sends the notification again at its next start.
        child.send({ kind: 'taken', id: message.id }, () => {});
      }
    });
    child.send({ kind: 'start', directory: folder.file('s3'), region, port, buckets });
  });
}
