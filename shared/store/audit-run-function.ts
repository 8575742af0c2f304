import { functionStarter } from './function-starter.ts';

/** Hands a run to the function that carries it on; it answers at once, before the work is done. */
export function runStarter(functionName: string): (runId: string) => Promise<void> {
  const start = functionStarter(functionName);
  return (run_id) => start({ run_id });
}
