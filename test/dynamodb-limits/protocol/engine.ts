import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response of the engine, or one in its place. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends requests to a DynamoDB engine. */
export class Engine {
  readonly #endpoint: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** @param headers those of the client's request; engines do not check its signature */
  async send(operation: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Reply> {
    const sent = request(this.#endpoint, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        ...headers,
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'content-length': body.length,
      },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
  }

  /**
   * Sends a request of the proxy.
   *
   * @throws Error with the engine's response if it is not a 200
   */
  async ask(operation: string, headers: IncomingHttpHeaders, input: object): Promise<unknown> {
    const { status, body } = await this.send(operation, headers, Buffer.from(JSON.stringify(input)));
    if (status !== 200) throw new Error(`${operation}: ${body.toString()}`);
    return JSON.parse(body.toString());
  }

  close(): void {
    this.#agent.destroy();
  }
}
