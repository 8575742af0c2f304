import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { send } from './table.ts';

/** Hands a run to the function that carries it on; it answers at once, before the work is done. */
export function runStarter(FunctionName: string): (runId: string) => Promise<void> {
  const client = new LambdaClient({ maxAttempts: 4 });
  return async (run_id) => {
    const Payload = JSON.stringify({ run_id });
    await send(client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload })));
  };
}
