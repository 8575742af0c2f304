import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that ends with this process, however this process ends. */
export interface WatchedProcess {
  readonly pid: number;
  /** The shell that watches the program and ends when the program has ended. */
  readonly watchdog: ChildProcess;
  /** Resolves when the watchdog has ended. */
  readonly ended: Promise<'ended'>;
}

/**
 * Starts a program under a watchdog. `onComplaint` takes what the program writes to standard error.
 * Undefined when the program did not start.
 */
export async function startWatched(
  command: readonly string[],
  onComplaint: (text: string) => void,
): Promise<WatchedProcess | undefined> {
  // Its own session: Ctrl-C reaches the runtime alone, which ends the program last.
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'sh', ...command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  watchdog.stderr.on('data', (chunk) => onComplaint(String(chunk)));
  const ended = once(watchdog, 'exit').then(() => {
    // The watchdog's reader goes on until this side of the pipe is closed.
    watchdog.stdin.destroy();
    return 'ended' as const;
  });
  const pid = await Promise.race([once(watchdog.stdout, 'data').then(([line]) => Number(line)), ended]);
  return pid === 'ended' ? undefined : { pid, watchdog, ended };
}

/** Kills a process; one that has ended already is no error. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/**
 * Runs "$@" and ends it as soon as standard input closes, which the kernel does for us even when the runtime is
 * killed with SIGKILL. The first line of output is the program's pid.
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
