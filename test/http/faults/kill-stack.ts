import { request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { httpServer, listen } from '#lib/local/http/http-server.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { Random } from '#test/bench/x12/random.ts';
import { Gate } from '../../claims/kills/gate.ts';
import { startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { type StackClock, stackClock } from '../stack/stack-clock.ts';
import { stackTable } from '../stack/stack-table.ts';

/** A stack whose requests to the DynamoDB engine pass a proxy that injects faults and a gate that kills functions. */
export interface KillStack {
  readonly running: LocalProcess;
  readonly gate: Gate;
  readonly faults: FaultProxy;
  readonly random: Random;
  readonly clock: StackClock;
  /** The commerce table, past proxy and gate. */
  readonly table: Table;
  /** Moves the clock without waiting for the work to end, which may run for minutes. */
  move(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param seed repeats a run, as far as timing allows */
export async function startKillStack(seed: number): Promise<KillStack> {
  const folder = newFolder();
  const gate = new Gate();
  const engine = await startDynamoEngine();
  const faults = await startFaultProxy(await gate.http(engine.endpoint));
  const running = await startLocalProcess({
    dataFolder: folder,
    flags: ['--no-test-payer'],
    environment: { AWS_ENDPOINT_URL_DYNAMODB: faults.url },
  });
  const table = stackTable(running.stack, engine.endpoint);
  return {
    running,
    gate,
    faults,
    table,
    random: new Random(seed),
    clock: stackClock(running.stack),
    async move(seconds) {
      const body = JSON.stringify({ advance_seconds: seconds });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${running.stack.endpoints.other}/local/clock`, { method: 'POST', headers, body });
    },
    async stop() {
      table.client.destroy();
      await running.stop();
      faults.close();
      await gate.close();
      await engine.stop();
      removeFolder(folder);
    },
  };
}

/** An error type of DynamoDB, or no response; undefined passes the request on. */
type Fault = string | 'silence' | undefined;
type FaultOf = (body: string) => Fault | Promise<Fault>;

/** A proxy to a DynamoDB engine that can respond with errors in its place. */
interface FaultProxy {
  readonly url: string;
  /** The fault of a request with this body. The request waits for it. */
  respondWith(faultOf: FaultOf): void;
  close(): void;
}

async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  let faultOf: FaultOf = () => undefined;
  const proxy: Server = httpServer(async (asked, response) => {
    const body = await buffer(asked);
    const fault = await faultOf(body.toString());
    if (fault === 'silence') return;
    if (fault !== undefined) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      const __type = `com.amazonaws.dynamodb.v20120810#${fault}`;
      response.end(JSON.stringify({ __type, message: 'table-name-and-key' }));
      return;
    }
    const { method, url: path, headers } = asked;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  });
  return {
    url: await listen(proxy, 0),
    respondWith: (wanted) => {
      faultOf = wanted;
    },
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
