import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { becomesReady } from '#lib/local/dynamodb/dynamodb.ts';
import { availableEngines, chooseEngine, type DynamoDbEngine } from '#lib/local/dynamodb/dynamodb-engine.ts';
import { onFreePort, PortTaken } from '#lib/local/dynamodb/free-port.ts';

/** A DynamoDB engine on this machine, with its data in memory. */
export interface DynamoEngine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts the engine that `npm start` would run: the embedded one, or the one that GRANARY_DYNAMODB names. */
export const startDynamoEngine = (): Promise<DynamoEngine> => start(chooseEngine(process.env));

/** Returns at most `count` engines that can run on this machine, for `describe.each`: first the one of `npm start`. */
export const dynamoEngines = (count = 2): readonly (readonly [string, () => Promise<DynamoEngine>])[] =>
  (count === 1 ? [chooseEngine(process.env)] : availableEngines(process.env)).map((engine) => [
    engine.title,
    () => start(engine),
  ]);

const start = (engine: DynamoDbEngine): Promise<DynamoEngine> =>
  onFreePort((port) => {
    const [program, ...argumentsOfProgram] = engine.command({ host: '127.0.0.1', port });
    return startedEngine(spawn(program, argumentsOfProgram, { stdio: 'ignore' }), `http://127.0.0.1:${port}`);
  });

/**
 * Waits until a process serves the endpoint. It ends with the tests, however they end.
 *
 * @throws PortTaken if the process ends before
 */
export async function startedEngine(engine: ChildProcess, endpoint: string): Promise<DynamoEngine> {
  const ended = once(engine, 'exit');
  const watchdog = watch(engine);
  // A test that fails before it can stop the engine must not wait for it.
  engine.unref();
  if (!(await becomesReady(endpoint, () => engine.exitCode === null))) {
    watchdog.stdin?.end();
    // An engine that ended by itself found its port taken. Its data are in memory, so nothing is damaged.
    throw new (engine.exitCode === null ? Error : PortTaken)('The engine did not start');
  }
  return {
    endpoint,
    stop: async () => {
      watchdog.stdin?.end();
      await ended;
    },
  };
}

/** Ends the engine when its own standard input closes. The kernel closes it even when the tests are killed. */
function watch({ pid }: ChildProcess): ChildProcess {
  const script = 'cat >/dev/null; kill -9 "$0"';
  const watchdog = spawn('/bin/sh', ['-c', script, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return watchdog;
}
