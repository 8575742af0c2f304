import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage, request, type Server } from 'node:http';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { httpServer } from '../http/http-server.ts';
import { StartError } from '../start-error.ts';
import { type DataFolder, isSameProcess, processStart } from '../state/data-folder.ts';
import { type Engine, type EngineProcess, startSupervised } from '../supervised-engine.ts';
import { chooseEngine, type DynamoDbEngine, databaseFiles } from './dynamodb-engine.ts';
import { onFreePort, PortTaken } from './free-port.ts';
import { killProcess, startWatched } from './watched-process.ts';

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

/**
 * Ports that browsers never connect to ("bad ports" of the Fetch standard) and that need no privileges. The engines let
 * pages of any origin read and write all tables, and know no setting against that.
 */
export const portsWithoutBrowsers = [
  6665, 6666, 6667, 6668, 6669, 6697, 6566, 10080, 3659, 4045, 1719, 1720, 1723, 5060, 5061, 2049,
];

/** On Linux a loopback address for each process: the few ports suffice for any number of runtimes, and no page can guess it. */
const host =
  process.platform === 'linux'
    ? `127.${[16, 8, 0].map((bits) => (process.pid >> bits) & 255).join('.')}`
    : '127.0.0.1';

/**
 * Starts the DynamoDB engine of this machine on the data folder and waits until it is ready. The engine ends with this
 * process, however this process ends. Only programs reach it, no page in a browser.
 * Throws StartError when no engine runs here, the data belong to the other engine, or the database is damaged.
 */
export async function startDynamoDb(
  folder: DataFolder,
  environment: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): Promise<Engine> {
  const engine = chooseEngine(environment, folder.file('dynamodb'));
  if (engine.name !== 'embedded') log(`DynamoDB engine: ${engine.title}`);
  endLeftover(folder);
  checkDatabase(folder.file('dynamodb', databaseFiles[engine.name]));
  const start = (port: number) => launch(engine, port, folder);
  return startSupervised(
    'DynamoDB',
    (port) => (port === undefined ? onFreePort(start, { host, ports: portsWithoutBrowsers }) : start(port)),
    log,
  );
}

async function launch(engine: DynamoDbEngine, port: number, folder: DataFolder): Promise<EngineProcess> {
  const directory = folder.file('dynamodb');
  let errorOutput = '';
  const watched = await startWatched(engine.command({ host, port, folder: directory }), (text) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  if (watched !== undefined) {
    const { pid, watchdog } = watched;
    const file = folder.file('dynamodb', 'engine.pid');
    writeFileSync(file, JSON.stringify({ pid, startedAt: processStart(pid) }));
    // If only the watchdog has ended, the engine still uses the port and the file.
    const ended = watched.ended.then(() => killProcess(pid));
    const stop = async () => {
      watchdog.stdin?.end();
      await Promise.race([ended, delay(2_000, undefined, { ref: false })]);
      killProcess(pid);
      rmSync(file, { force: true });
    };
    const isRunning = () => watchdog.exitCode === null && watchdog.signalCode === null;
    const endpoint = `http://${host}:${port}`;
    if (await becomesReady(endpoint, isRunning)) return { endpoint, port, ended, stop };
    killProcess(pid);
  }
  if (/not a valid SQLite|malformed|corrupt|disk image/i.test(errorOutput)) {
    throw damaged(folder.file('dynamodb', databaseFiles[engine.name]));
  }
  if (/already in use/i.test(errorOutput)) throw new PortTaken(`Another program has taken port ${port}.`);
  const reason = errorOutput.trim().split('\n').at(-1) || 'no reason given';
  throw new StartError(`The DynamoDB engine did not start: ${reason}`);
}

/** DynamoDB Local starts on any file and fails at the first request. Throws StartError for a file that is no database. */
function checkDatabase(file: string): void {
  if (!existsSync(file)) return;
  const header = 'SQLite format 3\0';
  const start = Buffer.alloc(header.length);
  const descriptor = openSync(file, 'r');
  const length = readSync(descriptor, start);
  closeSync(descriptor);
  // An engine that was killed right after its start leaves an empty file.
  if (length > 0 && start.toString() !== header) throw damaged(file);
}

function damaged(file: string): StartError {
  return new StartError(
    `The data folder is damaged: ${file} is not a valid database. Start with --fresh to recreate it.`,
  );
}

/** Kills the engine of a runtime that was killed together with its watchdog. */
function endLeftover(folder: DataFolder): void {
  try {
    const text = readFileSync(folder.file('dynamodb', 'engine.pid'), 'utf8');
    const left = z.object({ pid: z.number(), startedAt: z.string() }).parse(JSON.parse(text));
    if (left.startedAt !== '' && isSameProcess(left.pid, left.startedAt)) killProcess(left.pid);
  } catch {
    // No such file, or not readable: no engine is known.
  }
}

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
