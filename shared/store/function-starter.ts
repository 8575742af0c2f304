import { send } from './table.ts';

/** Hands an event to a function, which works on it later: the call answers at once. */
export const functionStarter =
  (FunctionName: string) =>
  async (event: object): Promise<void> => {
    // Its client takes time to load, and most calls go without it.
    const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
    const client = new LambdaClient({ maxAttempts: 4 });
    const Payload = JSON.stringify(event);
    await send(client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload })));
  };
