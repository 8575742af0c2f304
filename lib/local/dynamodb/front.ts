import { Agent, request as httpRequest, type Server } from 'node:http';
import { pipeline } from 'node:stream';
import { httpServer } from '../http/http-server.ts';

/** Headers of one connection, not of the message. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding'];

/**
 * Serves a DynamoDB engine to programs of this machine, and refuses the pages of others, which the engines themselves
 * answer with `Access-Control-Allow-Origin: *`.
 */
export function dynamoDbFront(engine: string): Server {
  const agent = new Agent({ keepAlive: true });
  const server = httpServer((request, response) => {
    const { method, url = '/', headers } = request;
    const forwarded = httpRequest(new URL(url, engine), { agent, method, headers }, (answer) => {
      for (const name of ofConnection) delete answer.headers[name];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => {});
    });
    // While the engine restarts, SDK clients retry.
    forwarded.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(503).end()));
    pipeline(request, forwarded, () => {});
  });
  server.on('close', () => agent.destroy());
  return server;
}
