import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { workKey } from '#store/commerce/work/outbox.ts';
import { getItem } from '#store/dynamodb/items.ts';
import type { Random } from '#test/bench/x12/random.ts';
import type { Gate } from '../../claims/kills/gate.ts';
import type { LocalProcess } from '../stack/local-process.ts';
import type { KillStack } from './kill-stack.ts';

interface Kills {
  readonly wanted: number;
  /** Requests to the table between two kills, at least; 1 unless given. */
  readonly minContacts?: number;
  /** Requests to the table between two kills, at most. */
  readonly maxContacts: number;
  readonly gate: Gate;
  readonly random: Random;
  readonly running: LocalProcess;
  /** What the arguments of the functions' processes contain; all functions unless given. */
  readonly functions?: RegExp;
}

/**
 * Kills function processes at random requests to the table, before or after the request has its effect. Where none runs
 * at that request, it takes the next one. Returns the number of kills so far.
 */
export function killAtContacts({ wanted, minContacts = 1, maxContacts, gate, random, ...of }: Kills) {
  let done = 0;
  const next = () => {
    if (done < wanted) gate.watch(kill, random.int(minContacts, maxContacts), random.chance(0.5));
    else gate.watch(() => false);
  };
  const kill = () => {
    const pids = functionProcesses(of.running, of.functions);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    if (pids.length > 0) {
      done++;
      next();
    } else gate.watch(kill, 1, random.chance(0.5));
    return pids.length > 0;
  };
  next();
  return () => done;
}

/** The lease of a killed run ends within this time, and its message comes again. */
export const resumedSeconds = 61;

/**
 * Kills the function that runs an item of work, in `times` runs of it, at a random request to the table. Requests wait for
 * the decision, so that no run ends before it is killed, however slow the machine is.
 */
export async function killRunsOf(
  { kind, key }: WorkMessage,
  {
    times,
    functions,
    running,
    table,
    faults,
    random,
    move,
  }: KillStack & { readonly times: number; readonly functions: RegExp },
): Promise<void> {
  const killed = new Set<string>();
  const currentRun = async () => {
    const run = (await getItem(table, workKey(kind, key)))?.['run'];
    return typeof run === 'string' ? run : undefined;
  };
  faults.respondWith(async (body) => {
    const run = await currentRun();
    if (run === undefined) return undefined;
    // The request that ends a run names it.
    const isOfRun = body.includes(run);
    if (killed.has(run)) return isOfRun ? 'silence' : undefined;
    if (killed.size === times || !(isOfRun || random.chance(0.1))) return undefined;
    killed.add(run);
    for (const pid of functionProcesses(running, functions)) process.kill(pid, 'SIGKILL');
    return 'silence';
  });
  while (killed.size < times) {
    const run = await currentRun();
    if (run !== undefined && killed.has(run)) await move(resumedSeconds);
    await delay(100);
  }
  faults.respondWith(() => undefined);
}

/** Returns the pids of the function processes whose arguments contain a text. */
function functionProcesses({ process: { pid: parent } }: LocalProcess, functions = /./): readonly number[] {
  // Arguments of a function are some kilobytes: those of a busy machine pass the megabyte that is the default.
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { stdout, error } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], options);
  if (error) throw error;
  return stdout.split('\n').flatMap((line) => {
    const [, pid, of, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const isFunction = Number(of) === parent && command.includes('bootstrap.mjs') && functions.test(command);
    return isFunction ? [Number(pid)] : [];
  });
}
