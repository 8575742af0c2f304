import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program under a watchdog. Returns undefined when the program did not start. */
export async function startWatched(command: readonly string[], onErrorOutput: (text: string) => void) {
  // In its own session, so that Ctrl-C reaches only the runtime, which ends the program last.
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'sh', ...command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  watchdog.stderr.on('data', (chunk) => onErrorOutput(String(chunk)));
  const ended = once(watchdog, 'exit').then(() => {
    // The watchdog's reader runs until this side of the pipe is closed.
    watchdog.stdin.destroy();
    return 'ended' as const;
  });
  const pid = await Promise.race([once(watchdog.stdout, 'data').then(([line]) => Number(line)), ended]);
  return pid === 'ended' ? undefined : { pid, watchdog, ended };
}

/** Kills a process, unless it has ended already. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

/**
 * Runs "$@" and ends it as soon as standard input closes. The kernel closes it even when the runtime is killed with
 * SIGKILL. The first line of output is the program's pid.
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
