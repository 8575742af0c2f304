// `npm run fuzz`: 200,000 damaged X12 files. `npm run fuzz -- mutants`: valid files with one fault, compared with the
// guide. `npm run fuzz -- pyx12`: the responses to 500 broken files, validated by pyx12.

import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimCases } from '../fixtures/x12/edits/claim.ts';
import { coverageCases } from '../fixtures/x12/edits/coverage.ts';
import { lineCases } from '../fixtures/x12/edits/lines.ts';
import { partyCases } from '../fixtures/x12/edits/parties.ts';
import { brokenFiles, countMutants, runMutants } from '../x12/mutants/run.ts';
import { assess, now } from '../x12/mutants/trial.ts';
import { installedTool } from './python-tool.ts';

/** One interchange of the response to a file. */
export interface Response {
  readonly kind: 'TA1' | '999' | '277CA';
  readonly bytes: Buffer;
}

/** The width of an ISA with its terminator. */
const header = 106;

/** Cuts the output of `ack` into its interchanges. Each chooses its own separators, which its ISA shows. */
export function responsesIn(output: Buffer): Response[] {
  const responses: Response[] = [];
  let at = output.indexOf('ISA');
  while (at >= 0) {
    const [separator, terminator] = [output.subarray(at + 3, at + 4), output.subarray(at + 105, at + header)];
    const trailer = output.indexOf(Buffer.concat([terminator, Buffer.from('IEA'), separator]), at);
    const end = output.indexOf(terminator, trailer + 1) + 1;
    if (trailer < 0 || end === 0) throw new Error(`The interchange at byte ${at} has no end`);
    const bytes = output.subarray(at, end);
    responses.push({ kind: kindOf(bytes.subarray(header).toString('latin1')), bytes });
    at = output.indexOf('ISA', end);
  }
  return responses;
}

/** By the segment after the ISA: a TA1, or the GS and its functional group. */
function kindOf(body: string): Response['kind'] {
  if (body.startsWith('TA1')) return 'TA1';
  return body.startsWith('HN', 3) ? '277CA' : '999';
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = path.join(root, '.cache/pyx12-files');

const pyx12 = { name: 'pyx12', requirement: 'pyx12==4.0.0', python: 11, command: 'python' };

/** Number of broken files. */
const wanted = Number(process.env['PYX12_FILES'] || 500);

/** Share of mutants. The other files trigger edits that only a 277CA reports. */
const shareOfMutants = 0.7;

/**
 * Runs `ack` on broken files and validates each response with pyx12: TA1, 999 and 277CA. Returns the exit code: 1 when pyx12
 * rejects a response.
 */
async function runPyx12(say: (text: string) => void): Promise<0 | 1> {
  const python = installedTool(pyx12);
  if (python === undefined) {
    say('Skipped: pyx12 needs Python 3.11 or later with venv.');
    return 0;
  }
  rmSync(scratch, { recursive: true, force: true });
  const [inbound, outbound] = [path.join(scratch, 'inbound'), path.join(scratch, 'outbound')];
  for (const folder of [inbound, outbound]) mkdirSync(folder, { recursive: true });
  const files = await writeBroken(inbound);
  const responses = responsesIn(acknowledged(files));
  for (const [i, { bytes, kind }] of responses.entries()) {
    writeFileSync(path.join(outbound, `${String(i + 1).padStart(5, '0')}.${kind}`), bytes);
  }
  const rejected = verdictsOf(python, outbound).filter(({ isValid }) => !isValid);
  for (const { file, errors } of rejected.slice(0, 40)) say(`${file}: ${errors.slice(0, 3).join('; ')}`);
  const kinds = Map.groupBy(responses, ({ kind }) => kind);
  const counts = [...kinds].map(([kind, some]) => `${some.length} ${kind}`).toSorted();
  say(`${files.length} broken files, ${responses.length} responses (${counts.join(', ')}).`);
  if (!kinds.has('277CA')) say('Skipped: ack wrote no 277CA.');
  say(`pyx12 rejects ${rejected.length} of them.`);
  return rejected.length === 0 && responses.length > 0 ? 0 : 1;
}

/** Writes broken files that get a response. Returns their names. */
async function writeBroken(folder: string): Promise<string[]> {
  const texts: string[] = [];
  const cases = [...partyCases, ...claimCases, ...lineCases, ...coverageCases];
  const mutants = Math.max(wanted * shareOfMutants, wanted - cases.length);
  const step = Math.floor(countMutants() / mutants / 1.1);
  for (const { text, isBroken } of brokenFiles(step)) {
    if (texts.length >= mutants) break;
    if (isBroken && (await assess(text)).responses.length > 0) texts.push(text);
  }
  for (const { file } of cases) if (texts.length < wanted) texts.push(file());
  return texts.map((text, i) => {
    const name = path.join(folder, `${String(i + 1).padStart(5, '0')}.x12`);
    writeFileSync(name, text);
    return name;
  });
}

/** Returns all responses of the command line to the files. */
function acknowledged(files: readonly string[]): Buffer {
  const command = [path.join(root, 'bin/x12.ts'), 'ack', '--ta1', '--now', now.toISOString(), ...files];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0 && status !== 1) throw new Error(`ack failed: ${stderr.toString()}`);
  return stdout;
}

interface Validated {
  readonly file: string;
  readonly isValid: boolean;
  readonly errors: readonly string[];
}

function verdictsOf(python: string, folder: string): Validated[] {
  const script = path.join(root, 'test/fuzz/pyx12_judge.py');
  const { stdout, stderr, status } = spawnSync(python, [script, folder], { maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`pyx12 failed: ${stderr.toString()}`);
  return stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Maximum number of printed faults. */
const maxShown = 200;

async function mutants(): Promise<number> {
  const cases = Number(process.env['MUTANTS'] || Number.MAX_SAFE_INTEGER);
  const { mutants: count, broken, wrong } = await runMutants(cases, (so) => say(`${so.mutants} mutants …`));
  for (const fault of wrong.slice(0, maxShown)) say(fault);
  say(`${count} mutants, ${broken} against the guide, ${wrong.length} wrong responses.`);
  return wrong.length === 0 ? 0 : 1;
}

function damagedFiles(): number {
  const env = { ...process.env, FUZZ_CASES: process.env['FUZZ_CASES'] || '200000' };
  const args = ['test', '--', 'test/x12/engine/random-input.test.ts'];
  return spawnSync('npm', args, { env, stdio: 'inherit' }).status ?? 1;
}

async function run([kind, ...more]: readonly string[]): Promise<number> {
  if (more.length === 0 && kind === undefined) return damagedFiles();
  if (more.length === 0 && kind === 'mutants') return mutants();
  if (more.length === 0 && kind === 'pyx12') return runPyx12(say);
  say('npm run fuzz [-- mutants | pyx12]');
  return 2;
}

process.exitCode = await run(process.argv.slice(2));
