import { spawnSync } from 'node:child_process';
import type { Random } from '#test/bench/x12/random.ts';
import type { Gate } from '../../claims/kills/gate.ts';
import type { LocalProcess } from '../stack/local-process.ts';

interface Kills {
  readonly wanted: number;
  /** Requests to the table between two kills, at most. */
  readonly maxContacts: number;
  readonly gate: Gate;
  readonly random: Random;
  readonly running: LocalProcess;
}

/**
 * Kills all function processes at random requests to the table, before or after the request has its effect. Returns the
 * number of kills so far.
 */
export function killAtContacts({ wanted, maxContacts, gate, random, running }: Kills): () => number {
  let done = 0;
  const next = () => {
    if (done === wanted) gate.watch(() => {});
    else gate.watch(killFunctions, random.int(1, maxContacts), random.chance(0.5));
  };
  const killFunctions = () => {
    for (const pid of functionProcesses(running)) process.kill(pid, 'SIGKILL');
    done++;
    next();
  };
  next();
  return () => done;
}

/** Returns the pids of the function processes. */
function functionProcesses(running: LocalProcess): readonly number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const isFunction = Number(parent) === running.process.pid && command.includes('bootstrap.mjs');
    return isFunction ? [Number(pid)] : [];
  });
}
