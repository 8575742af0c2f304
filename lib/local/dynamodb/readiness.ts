import { setTimeout as delay } from 'node:timers/promises';

/** Maximum time until an engine is ready; a Java on a busy machine takes seconds. */
const maxStartMilliseconds = 90_000;

/** Waits until a DynamoDB engine responds to a request. False when it has ended or takes too long. */
export async function becomesReady(port: number, isRunning: () => boolean): Promise<boolean> {
  const deadline = performance.now() + maxStartMilliseconds;
  while (performance.now() < deadline && isRunning()) {
    // A Java can take seconds for the first request, longer than the services' clients wait.
    if (await listsTables(port)) return true;
    await delay(10);
  }
  return false;
}

/** Any response will do: the first request that meets a damaged database reports it. */
async function listsTables(port: number): Promise<boolean> {
  const scope = 'local/20260101/us-east-1/dynamodb/aws4_request';
  const request = {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`,
      connection: 'close',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
    },
    body: '{}',
    signal: AbortSignal.timeout(maxStartMilliseconds),
  };
  try {
    const response = await fetch(`http://127.0.0.1:${port}`, request);
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
