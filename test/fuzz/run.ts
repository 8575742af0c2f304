// `npm run fuzz:api` sends valid and invalid requests, generated from the OpenAPI documents, to both APIs of a separate
// local stack. It fails for any finding that accepted-failures.ts does not list.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { claimsDocument } from '#contract/claims/document.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import type { Stack } from '../http/stack/api-client.ts';
import { newFolder, removeFolder, startLocalProcess } from '../http/stack/local-process.ts';
import { acceptedFailures } from './accepted-failures.ts';
import { covers, type FuzzFinding, fuzzFindingsIn } from './findings.ts';
import { installedTool } from './python-tool.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = path.join(root, '.cache/fuzz');

const fuzzer = {
  name: 'schemathesis',
  requirement: 'schemathesis==4.32.5',
  python: 10,
  command: 'schemathesis',
};

/** Seed of the requests; the same requests in each run by default. */
const seed = process.env['FUZZ_SEED'] || '20261122';

/** Seconds for an API: one and a half for each of its operations, and at least 120. */
function secondsFor(document: unknown): number {
  const { paths } = openapi.parse(document);
  const operations = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  return Number(process.env['FUZZ_SECONDS'] || Math.max(120, Math.round(1.5 * operations)));
}

const openapi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

const say = (text: string) => process.stdout.write(`${text}\n`);

interface Target {
  readonly service: string;
  readonly document: unknown;
  readonly key: string;
}

const targetsOf = ({ apiKeys, claimsApiKeys }: Stack): readonly Target[] => [
  { service: 'commerce', document: commerceDocument(), key: apiKeys.owner },
  { service: 'claims', document: claimsDocument(), key: claimsApiKeys.admin },
];

/** Fuzzes one API and returns the findings. */
async function fuzz(
  command: string,
  stack: Stack,
  { service, document, key }: Target,
): Promise<FuzzFinding[]> {
  const report = path.join(scratch, `${service}.ndjson`);
  const written = path.join(scratch, `${service}.json`);
  writeFileSync(written, JSON.stringify(document));
  const flags = [
    ...['run', written, '--url', stack.baseUrl, '--header', `X-API-Key: ${key}`, '--checks', 'all'],
    ...['--continue-on-failure', '--no-shrink', '--workers', '1', '--max-time', String(secondsFor(document))],
    ...['--seed', seed, '--request-timeout', '60', '--suppress-health-check', 'all'],
    ...['--report', 'ndjson', '--report-ndjson-path', report],
  ];
  const child = spawn(command, flags, {
    // The fuzzer writes more files beside its report.
    cwd: scratch,
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: path.join(root, 'test/fuzz/hooks.py'),
      FUZZ_BRAND: stack.brandId,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [totals] = /\d+ generated.*/.exec(output) ?? [];
  const [, selected, tested] = /Selected: (\d+)\/\d+\s+Tested: (\d+)/.exec(output) ?? [];
  const isWhole = totals !== undefined && selected !== undefined && selected === tested;
  // Exit code 1 also means findings. An operation that could not be tested is an error.
  if ((status !== 0 && status !== 1) || !isWhole || /^Errors:$/m.test(output)) {
    throw new Error(`The fuzzer failed to test ${service}:\n${output.slice(-6000)}`);
  }
  say(`${service}: ${totals}`);
  return fuzzFindingsIn(report);
}

/** Prints the findings that are not accepted, and returns their number. */
function printFindings(service: string, findings: readonly FuzzFinding[]): number {
  for (const accepted of acceptedFailures) {
    const count = findings.filter((finding) => covers(accepted, finding)).length;
    if (count > 0) say(`${service}: ${count} accepted: ${accepted.reason}`);
  }
  const unexplained = findings.filter((finding) => !acceptedFailures.some((one) => covers(one, finding)));
  for (const { check, method, url, body, status, answer, message } of unexplained.slice(0, 40)) {
    say(`\n${check}: ${method} ${url} → ${status}`);
    if (body.length > 0) say(`  request: ${body.toString('utf8').slice(0, 500)}`);
    say(`  answer: ${answer.slice(0, 500)}\n  ${message}`);
  }
  return unexplained.length;
}

/** Lets the brand accept any product, because the fuzzer generates product ids. */
async function takeAnyProduct({ baseUrl, brandId, apiKeys }: Stack): Promise<void> {
  const { ok, status } = await fetch(`${baseUrl}/api/v1/brands/${brandId}`, {
    method: 'PUT',
    headers: { 'x-api-key': apiKeys.owner, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Meadow Farm', catalog: 'external' }),
  });
  if (!ok) throw new Error(`The brand was not changed: ${status}`);
}

const command = installedTool(fuzzer);
if (command === undefined) {
  say('Skipped: fuzzing the API needs Python 3.10 or later with venv.');
} else {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const dataFolder = newFolder();
  const local = await startLocalProcess({ dataFolder });
  let unexplained = 0;
  try {
    await takeAnyProduct(local.stack);
    for (const target of targetsOf(local.stack)) {
      unexplained += printFindings(target.service, await fuzz(command, local.stack, target));
    }
  } finally {
    await local.stop();
    removeFolder(dataFolder);
  }
  say(unexplained === 0 ? 'No findings.' : `${unexplained} findings.`);
  process.exitCode = unexplained === 0 ? 0 : 1;
}
