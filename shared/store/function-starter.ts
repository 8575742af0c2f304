import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { send } from './table.ts';

/** Hands an event to a function, which works on it later: the call answers at once. */
export function functionStarter(FunctionName: string): (event: object) => Promise<void> {
  const client = new LambdaClient({ maxAttempts: 4 });
  return async (event) => {
    const Payload = JSON.stringify(event);
    await send(client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload })));
  };
}
