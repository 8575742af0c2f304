/** `refused`: Lambda has no free execution and started nothing. `failed`: the function ended without a result. */
export type CallOutcome = 'done' | 'failed' | 'refused';

export interface FunctionCall {
  readonly function: string;
  readonly event: unknown;
  /** `started` does not wait for the end of the function. */
  readonly until: 'done' | 'started';
}

/** Invokes a function by its name or ARN, without retries, because a lost reply does not mean that it did not start. */
export async function callFunction({ function: name, event, until }: FunctionCall): Promise<CallOutcome> {
  const { client, InvokeCommand } = await openClient();
  const command = new InvokeCommand({
    FunctionName: name,
    InvocationType: until === 'done' ? 'RequestResponse' : 'Event',
    Payload: Buffer.from(JSON.stringify(event)),
  });
  try {
    const { FunctionError } = await client.send(command);
    return FunctionError === undefined ? 'done' : 'failed';
  } catch (error) {
    if (error instanceof Error && error.name === 'TooManyRequestsException') return 'refused';
    throw error;
  }
}

let opened: ReturnType<typeof load> | undefined;

/** Loads the client only when needed, because most messages are for the function itself. */
function openClient() {
  opened ??= load();
  return opened;
}

async function load() {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { client: new LambdaClient({ maxAttempts: 1 }), InvokeCommand };
}
