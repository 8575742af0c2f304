import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { type Engine, type EngineProcess, startSupervised } from '../supervised-engine.ts';
import type { Credentials } from './api/presigned-headers.ts';
import type { BucketConfig } from './store/object-record.ts';

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.number() }),
  z.object({ kind: z.literal('failed'), message: z.string(), forUser: z.boolean() }),
  z.object({ kind: z.literal('notification'), id: z.string(), targetArn: z.string(), payload: z.string() }),
]);

const program = fileURLToPath(new URL('./s3-process.ts', import.meta.url));

interface S3Options {
  readonly folder: DataFolder;
  readonly region: string;
  readonly buckets: readonly BucketConfig[];
  readonly credentials: Credentials;
  /** Takes responsibility for a notification when it returns. The same id may come twice. */
  readonly deliver: (targetArn: string, payload: string, id: string) => void;
  readonly log: (line: string) => void;
}

/** Starts the S3 engine with the buckets of the templates. Throws StartError for damaged data. */
export function startS3(options: S3Options): Promise<Engine> {
  return startSupervised('S3', (port) => launch(options, port), options.log);
}

function launch(
  { folder, region, buckets, credentials, deliver }: S3Options,
  port = 0,
): Promise<EngineProcess> {
  const child = fork(program, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new StartError(`The S3 engine ended with exit code ${code}.`)));
    child.on('message', (raw) => {
      const message = messageSchema.parse(raw);
      if (message.kind === 'ready') {
        const { port } = message;
        resolve({ endpoint: `http://127.0.0.1:${port}`, port, ended, stop });
      }
      if (message.kind === 'failed') {
        reject(message.forUser ? new StartError(message.message) : new Error(message.message));
      }
      if (message.kind === 'notification') {
        deliver(message.targetArn, message.payload, message.id);
        // If this fails, the engine sends the notification again at its next start.
        child.send({ kind: 'taken', id: message.id }, () => {});
      }
    });
    child.send({ kind: 'start', directory: folder.file('s3'), region, port, buckets, credentials });
  });
}
