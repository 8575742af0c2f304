import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type DataFolder, isSameProcess, processStart } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import { freePort } from './free-port.ts';

export interface Engine {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the embedded DynamoDB engine on a database file of the data folder and waits until it answers. It ends
 * with this process, however this process ends.
 * Throws StartError when the platform has no engine or the file is damaged.
 */
export async function startDynamoDb(folder: DataFolder, log: (line: string) => void): Promise<Engine> {
  const binary = findEngine();
  endLeftover(folder);
  const port = await freePort();
  let current = await launch(binary, port, folder);
  let stopping = false;
  const revive = async () => {
    if (stopping) return;
    log('The DynamoDB engine ended unexpectedly and is started again.');
    // When only the watchdog has ended, the engine still holds the port and the file.
    endProcess(current.pid);
    try {
      current = await launch(binary, port, folder);
      current.watchdog.once('exit', () => void revive());
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  };
  current.watchdog.once('exit', () => void revive());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      stopping = true;
      if (current.watchdog.exitCode === null && current.watchdog.signalCode === null) {
        const ended = once(current.watchdog, 'exit');
        current.watchdog.stdin?.end();
        await Promise.race([ended, delay(2_000, undefined, { ref: false })]);
      }
      endProcess(current.pid);
      rmSync(folder.file('dynamodb', 'engine.pid'), { force: true });
    },
  };
}

/** The engine's program for a platform. Throws StartError when no package carries one. */
export function findEngine(platform: string = process.platform, arch: string = process.arch): string {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}-${arch}/dynoxide`);
  } catch {
    throw new StartError(
      `There is no embedded DynamoDB engine for ${platform}-${arch} here: set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own, such as DynamoDB Local.`,
    );
  }
}

/**
 * Runs "$@" and ends it as soon as standard input closes, which the kernel does for us even when the runtime is
 * killed with SIGKILL. The first line of output is the engine's pid.
 */
const watchdogScript = `
exec 3<&0
"$@" </dev/null >/dev/null &
engine=$!
( cat <&3 >/dev/null; kill "$engine" 2>/dev/null ) >/dev/null 2>&1 &
watcher=$!
echo "$engine"
exec >/dev/null
wait "$engine"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"`;

interface RunningEngine {
  readonly watchdog: ChildProcess;
  readonly pid: number;
}

async function launch(binary: string, port: number, folder: DataFolder): Promise<RunningEngine> {
  const database = folder.file('dynamodb', 'granary.sqlite');
  const arguments_ = ['-c', watchdogScript, 'sh', binary, '--port', String(port), '--db-path', database];
  // Its own session: Ctrl-C reaches the runtime alone, which ends the engine last.
  const watchdog = spawn('/bin/sh', arguments_, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  watchdog.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2_000);
  });
  const ended = once(watchdog, 'exit').then(() => {
    // The watchdog's own reader goes on until this side of the pipe is closed.
    watchdog.stdin.destroy();
    return 'ended' as const;
  });
  const pid = await Promise.race([once(watchdog.stdout, 'data').then(([line]) => Number(line)), ended]);
  if (pid !== 'ended') {
    const file = folder.file('dynamodb', 'engine.pid');
    writeFileSync(file, JSON.stringify({ pid, startedAt: processStart(pid) }));
    if ((await Promise.race([accepts(port, watchdog), ended])) === 'accepts') return { watchdog, pid };
  }
  throw new StartError(
    /not a valid SQLite|malformed|corrupt|disk image/i.test(complaint)
      ? `The data folder is damaged: ${database} is not a valid database. Start with --fresh to begin anew.`
      : `The DynamoDB engine did not start: ${complaint.trim().split('\n').at(-1) ?? 'it gave no reason'}`,
  );
}

async function accepts(port: number, watchdog: ChildProcess): Promise<'accepts' | 'silent'> {
  for (let attempt = 0; attempt < 1_000 && watchdog.exitCode === null; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (connected) return 'accepts';
    await delay(5);
  }
  return 'silent';
}

/** Ends the engine of a runtime that was killed together with its watchdog. */
function endLeftover(folder: DataFolder): void {
  try {
    const text = readFileSync(folder.file('dynamodb', 'engine.pid'), 'utf8');
    const left = z.object({ pid: z.number(), startedAt: z.string() }).parse(JSON.parse(text));
    if (left.startedAt !== '' && isSameProcess(left.pid, left.startedAt)) endProcess(left.pid);
  } catch {
    // No such file, or not readable: nothing is known to be left.
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
