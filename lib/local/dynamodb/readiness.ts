import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum time until an engine is ready; a Java on a busy machine takes seconds. */
const maxStartMilliseconds = 90_000;

/** Waits until a DynamoDB engine responds to a request. False when it has ended or takes too long. */
export async function becomesReady(endpoint: string, isRunning: () => boolean): Promise<boolean> {
  const deadline = performance.now() + maxStartMilliseconds;
  while (performance.now() < deadline && isRunning()) {
    // A Java can take seconds for the first request, longer than the services' clients wait.
    if (await listsTables(endpoint)) return true;
    await delay(10);
  }
  return false;
}

/** Any response will do: the first request that meets a damaged database reports it. */
async function listsTables(endpoint: string): Promise<boolean> {
  const scope = 'local/20260101/us-east-1/dynamodb/aws4_request';
  // Not with `fetch`, which refuses the ports that browsers refuse.
  const asked = request(endpoint, {
    agent: false,
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
    },
    signal: AbortSignal.timeout(maxStartMilliseconds),
  });
  asked.end('{}');
  try {
    const [response]: IncomingMessage[] = await once(asked, 'response');
    response?.resume();
    return true;
  } catch {
    return false;
  }
}
