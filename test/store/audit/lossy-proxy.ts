import { once } from 'node:events';
import { httpServer } from '#lib/local/http/http-server.ts';
import type { DynamoEngine } from '../dynamodb/dynamo-engine.ts';

/** The fate of one request: it gets a response, its response is lost, or it never arrives. */
export type Fate = 'answered' | 'answer-lost' | 'request-lost';

interface LossyProxy extends DynamoEngine {
  /** Decides the fate of each transaction; all other requests succeed. */
  fateOf: () => Fate;
  /** Removes the client request token, as if the store had forgotten it. */
  forgetsTokens: boolean;
}

/** A network between a client and the engine that loses the requests or responses that the test chooses. */
export async function startLossyProxy(engine: DynamoEngine): Promise<LossyProxy> {
  const server = httpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const transaction = request.headers['x-amz-target']?.toString().endsWith('.TransactWriteItems') === true;
    const fate = transaction ? proxy.fateOf() : 'answered';
    if (fate === 'request-lost') return void request.socket.destroy();
    const text = proxy.forgetsTokens ? body.toString().replace(/,?"ClientRequestToken":"[^"]*"/, '') : body;
    const answer = await fetch(engine.endpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': String(request.headers['x-amz-target']),
        'content-type': 'application/x-amz-json-1.0',
        authorization: String(request.headers.authorization),
        'x-amz-date': String(request.headers['x-amz-date']),
      },
      body: text,
    });
    const answered = Buffer.from(await answer.arrayBuffer());
    if (fate === 'answer-lost') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answered);
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const proxy: LossyProxy = {
    endpoint: `http://127.0.0.1:${address.port}`,
    fateOf: () => 'answered',
    forgetsTokens: false,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
