import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { buffer } from 'node:stream/consumers';
import { httpServer } from '#lib/local/http/http-server.ts';

/** Treatment of one request or packet. */
type Fate = 'pass' | 'kill before' | 'kill after' | 'dead';

/** Proxies all contacts of a process, counts them, and kills the process at one of them: before or after its effect. */
export class Gate {
  contacts = 0;
  #at = Number.POSITIVE_INFINITY;
  #isAfter = false;
  #kill: () => boolean = () => true;
  #isDead = false;
  readonly #servers: (Server | TcpServer)[] = [];
  readonly #agent = new Agent({ keepAlive: true });

  /** Watches another process; `at` counts from 1. A contact passes where `kill` finds nothing to kill. */
  watch(kill: () => boolean, at = Number.POSITIVE_INFINITY, isAfter = false): void {
    this.contacts = 0;
    this.#kill = kill;
    this.#at = at;
    this.#isAfter = isAfter;
    this.#isDead = false;
  }

  /** Address of a proxy to an HTTP server. */
  async http(target: string): Promise<string> {
    const server = httpServer(async (asked, answer) => {
      const body = await buffer(asked).catch(() => undefined);
      const fate = this.#meet();
      if (body === undefined || fate === 'dead' || fate === 'kill before') return;
      const { status, headers, content } = await this.#forward(target, asked, body);
      if (fate === 'kill after' && this.#end()) return;
      answer.writeHead(status, headers).end(content);
    });
    return `http://127.0.0.1:${await this.#listen(server)}`;
  }

  /** Port of a proxy to a TCP server; each packet to the server counts. */
  async tcp(port: number): Promise<number> {
    const server = createTcpServer((from) => {
      const to = connect(port, '127.0.0.1');
      to.pipe(from);
      from.on('data', (packet) => {
        const fate = this.#meet();
        if (fate === 'pass' || fate === 'kill after') to.write(packet);
        if (fate === 'kill after') this.#end();
      });
      from.on('close', () => to.end()).on('error', () => to.destroy());
      to.on('error', () => from.destroy());
    });
    return this.#listen(server);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    for (const server of this.#servers) {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    }
  }

  #meet(): Fate {
    if (this.#isDead) return 'dead';
    this.contacts++;
    if (this.contacts < this.#at) return 'pass';
    if (this.contacts > this.#at) return 'pass';
    if (this.#isAfter) return 'kill after';
    return this.#end() ? 'kill before' : 'pass';
  }

  #end(): boolean {
    // The process that is killed may have further contacts on their way.
    this.#isDead = true;
    const isKilled = this.#kill();
    if (!isKilled) this.#isDead = false;
    return isKilled;
  }

  async #listen(server: Server | TcpServer): Promise<number> {
    this.#servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async #forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
    const forwarded = request(new URL(url ?? '/', target), {
      ...(method !== undefined && { method }),
      headers,
      agent: this.#agent,
    });
    forwarded.end(body);
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    const content = await buffer(response);
    return { status: response.statusCode ?? 500, headers: response.headers, content };
  }
}
