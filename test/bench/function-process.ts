import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundlesDirectory } from '#lib/bundling/bundle.ts';
import { functionSettings } from '#lib/settings/settings.ts';

const program = fileURLToPath(new URL('./invoke-handler.mjs', import.meta.url));

/** One call of a function in a separate process. */
export interface MeasuredInvocation {
  readonly seconds: number;
  /** CPU time of this process only. */
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly result: unknown;
}

type Answer = MeasuredInvocation | { readonly error: string };

/**
 * Calls the bundle of a function, such as `claims/ingest-file`, in a new process with the heap limits of Lambda's runtime:
 * 5 % of the function's memory for a semi-space of the young generation, 90 % for the old generation.
 *
 * @throws Error with the error of the function
 */
export async function invokeFunction(
  name: string,
  event: object,
  environment: Readonly<Record<string, string>>,
): Promise<MeasuredInvocation> {
  const { memoryMegabytes } = functionSettings(name);
  const child = fork(program, [`${bundlesDirectory}/${name}/index.mjs`], {
    env: { PATH: process.env['PATH'], ...environment, AWS_LAMBDA_LOG_LEVEL: 'ERROR' },
    execArgv: [
      `--max-semi-space-size=${Math.floor(memoryMegabytes * 0.05)}`,
      `--max-old-space-size=${Math.floor(memoryMegabytes * 0.9)}`,
      ...(process.env['BENCH_NODE_FLAGS']?.split(' ') ?? []),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    await once(child, 'message');
    child.send(event);
    const answer = await new Promise<Answer>((resolve) => {
      child.once('message', (message: Answer) => resolve(message));
      child.once('exit', (code, signal) => resolve({ error: `The process ended with ${code ?? signal}` }));
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  } finally {
    child.disconnect();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
