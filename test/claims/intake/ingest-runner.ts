import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '../../compiled-code.ts';
import type { LocalStores } from '../local-stores.ts';

const program = fileURLToPath(new URL('./ingest-process.ts', import.meta.url));

/** How a run of the function ended. */
export type RunOutcome = { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly error: string };

/** Runs the ingest function on a key in a separate process. */
export async function runIngest(
  { environment }: Pick<LocalStores, 'environment'>,
  key: string,
): Promise<RunOutcome> {
  const child = fork(program, [], {
    env: {
      ...process.env,
      ...environment,
      ...compiledCode,
      NODE_OPTIONS: '',
      POWERTOOLS_DEV: 'false',
      AWS_LAMBDA_LOG_LEVEL: 'ERROR',
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const ended = outcomeOf(child);
  child.send(key);
  const outcome = await ended;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return outcome;
}

function outcomeOf(child: ChildProcess): Promise<RunOutcome> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve({ kind: 'failed', error: 'The process ended' }));
    child.once('message', (message: { ended: boolean; error: string }) => {
      resolve(message.ended ? { kind: 'ended' } : { kind: 'failed', error: message.error });
    });
  });
}
