// `npm run bench -- calls` measures the processor time of API calls in all processes of a local stack.

import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import { claimFile, newNumber } from '../fixtures/claims/claim-input.ts';
import { call } from '../http/stack/api-client.ts';
import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../http/stack/local-process.ts';
import type { Row } from './comparison.ts';

const processKinds = ['runtime', 'authorizers', 'functions', 'DynamoDB', 'S3'] as const;
type ProcessKind = (typeof processKinds)[number];

/** Processor milliseconds by kind of process. */
type ProcessTimes = Readonly<Record<ProcessKind, number>>;

/** A tick of utime and stime in /proc/PID/stat (`getconf CLK_TCK`), on every Linux that Node supports. */
const millisecondsPerTick = 10;

/** Processor milliseconds of each running process of a runtime since its start, by pid. Linux only. */
function processTimes(runtime: number): ReadonlyMap<number, number> {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []));
  const tree = new Set([runtime]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  return new Map(
    all.flatMap(({ pid, milliseconds }) => (tree.has(pid) ? [[pid, milliseconds] as const] : [])),
  );
}

/** Processor milliseconds by kind of process since an earlier reading. */
function timesSince(runtime: number, before: ReadonlyMap<number, number>): ProcessTimes {
  const times: Record<ProcessKind, number> = { runtime: 0, authorizers: 0, functions: 0, DynamoDB: 0, S3: 0 };
  for (const [pid, milliseconds] of processTimes(runtime)) {
    times[pid === runtime ? 'runtime' : kindOf(pid)] += milliseconds - (before.get(pid) ?? 0);
  }
  return times;
}

function readStat(pid: number) {
  const stat = read(pid, 'stat');
  // The name of the program comes first, in brackets, and may have blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat === '') return [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return [{ pid, parent: Number(fields[1]), milliseconds: ticks * millisecondsPerTick }];
}

function kindOf(pid: number): ProcessKind {
  const [, name] = /\0AWS_LAMBDA_FUNCTION_NAME=([^\0]*)/.exec(`\0${read(pid, 'environ')}`) ?? [];
  if (name !== undefined) return /authorizer/i.test(name) ? 'authorizers' : 'functions';
  return read(pid, 'cmdline').includes('s3-process') ? 'S3' : 'DynamoDB';
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}

const help = `npm run bench -- calls [--count N] [NAME…]

Starts a local stack and sends N (40) calls of each kind one after another, after a third as many to warm up. Prints the processor
milliseconds of a call by kind of process: utime and stime of /proc, so on Linux only. NAME… measures only some kinds. Each is
compared with \`health\`, whose function does nothing.`;

/** Prefixes of claims that the test payer takes to six lanes. `R9` refuses its whole file. */
const prefixesOfFiles = [['PA', 'PP', 'DN', 'RC', 'RV'], ['R9']];

/** A call of a function that does nothing. */
const floor = 'health';

interface Kind {
  readonly name: string;
  send(): Promise<unknown>;
}

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  if (args.includes('--help')) {
    console.log(help);
    return [];
  }
  if (process.platform !== 'linux')
    return [{ what: 'processor time of a call', leftOut: 'it needs /proc of Linux' }];
  const at = args.indexOf('--count');
  const count = at < 0 ? 40 : Number(args[at + 1]);
  const wanted = args.filter((arg, n) => !arg.startsWith('--') && (at < 0 || n !== at + 1));
  const measured = new Map<string, number>();
  const folder = newFolder();
  const running = await startLocalProcess({ dataFolder: folder });
  try {
    const load = loadavg()[0]?.toFixed(1);
    console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${load}, Node ${process.version}\n`);
    console.log(`| processor ms of a call | ${processKinds.join(' | ')} | all | ms |`);
    console.log(`|---|${'---:|'.repeat(processKinds.length + 2)}`);
    for await (const kind of kindsOf(running, count)) {
      if (kind.name === floor || wanted.length === 0 || wanted.includes(kind.name))
        measured.set(kind.name, await measure(kind, running, count));
    }
  } finally {
    await running.stop();
    removeFolder(folder);
  }
  return [...measured].flatMap(([name, all]) =>
    name === floor
      ? []
      : {
          what: `${name}, processor`,
          figure: all,
          unit: 'ms',
          other: floor,
          otherFigure: measured.get(floor) ?? 0,
        },
  );
}

/** Returns the processor milliseconds of a call in all processes. */
async function measure(
  { name, send }: Kind,
  { process: { pid = 0 } }: LocalProcess,
  count: number,
): Promise<number> {
  for (let n = 0; n < count / 3; n++) await send();
  // What the calls have caused, such as work of other functions, ends first.
  await delay(300);
  const [before, started] = [processTimes(pid), performance.now()];
  for (let n = 0; n < count; n++) await send();
  const milliseconds = (performance.now() - started) / count;
  const times = timesSince(pid, before);
  const spent = processKinds.map((kind) => times[kind] / count);
  const all = spent.reduce((sum, one) => sum + one, 0);
  console.log(`| ${[name, ...[...spent, all, milliseconds].map((one) => one.toFixed(1))].join(' | ')} |`);
  return all;
}

async function* kindsOf({ stack }: LocalProcess, count: number): AsyncGenerator<Kind> {
  const { baseUrl, brandId: brand_id, apiKeys, claimsApiKeys } = stack;
  const send = async (method: string, path: string, key: string | null, body?: unknown) => {
    const received = await call(method, path, { baseUrl, key, body });
    if (received.status >= 300) throw new Error(`${method} ${path}: ${received.status} ${received.text}`);
    return received.body;
  };
  yield { name: floor, send: () => send('GET', '/api/v1', null) };
  const products = `/api/v1/products?brand_id=${brand_id}`;
  const { data: listed } = await send('GET', `${products}&limit=1`, apiKeys.owner);
  const items = [{ product_id: listed[0].id, quantity: 2, price: 4.5 }];
  yield { name: 'products', send: () => send('GET', products, apiKeys.owner) };
  yield {
    name: 'create-order',
    send: () => send('POST', '/api/v1/orders', apiKeys.owner, { brand_id, items }),
  };
  const log = { brand_id, field_name: 'South field', gallons: 120 };
  yield { name: 'create-water-log', send: () => send('POST', '/api/v1/water-logs', apiKeys.owner, log) };

  const { biller } = claimsApiKeys;
  const drop = async (name: string, text: Uint8Array) => {
    const inbox = `${stack.endpoints.s3}/${stack.buckets['x12']}/inbox/${name}`;
    await fetch(inbox, { method: 'PUT', body: Buffer.from(text) });
    for (;;) {
      const { data } = await send('GET', '/api/files?limit=200', biller);
      const file = data.find((one: { name: string }) => one.name === name);
      if (file?.state === 'applied') return;
      await delay(200);
    }
  };
  const fillLanes = async (each: number) => {
    for (const prefixes of prefixesOfFiles) {
      const numbers = prefixes.flatMap((prefix) => Array.from({ length: each }, () => newNumber(prefix)));
      const file = claimFile(numbers.map((number) => ({ number })));
      await drop(`${numbers[0]}.x12`, file);
      for (const { kind, bytes } of respondAsTestPayer(file, 'claims.x12')) {
        await drop(`${numbers[0]}-${kind}.x12`, bytes);
      }
    }
  };
  const lanes = () => send('GET', '/api/inbox/lanes', biller);
  await fillLanes(2);
  yield { name: 'lanes', send: lanes };
  await fillLanes(40);
  yield { name: 'lanes-of-40', send: lanes };
  const sent = Array.from({ length: Math.ceil(count * 1.4) }, () => claimFile([{ number: newNumber() }]));
  await drop('more.x12', Buffer.concat(sent));
  yield { name: 'claims', send: () => send('GET', '/api/claims', biller) };

  const responses = sent.map((one) =>
    Buffer.from(respondAsTestPayer(one, 'one.x12').find(({ kind }) => kind === '277CA')?.bytes ?? []),
  );
  yield {
    name: 'parse-277ca',
    send: () => send('POST', '/api/parse-277ca', biller, { content: responses.pop()?.toString() }),
  };
}
