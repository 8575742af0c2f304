import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type AuditEntry, entryHash } from '#audit/entries/entry.ts';
import { ndjsonLines } from '#audit/export/export-lines.ts';
import { NotAnExport, type VerifyExportOptions, verifyExport } from '#audit/export/verify-export.ts';
import { compiledCode } from '../../compiled-code.ts';
import { leaveOut } from '../../soak.ts';
import { newSigningKey } from '../memory-chain.ts';
import { allOf, asyncValues, exportOf, newChain, type SampleChain } from './exported-chain.ts';

/** Texts that are difficult for line splitting, escaping and programs in other languages. */
const actors = [
  'plain',
  'josé',
  'jose\u0301',
  '😀',
  'a\u2028b',
  'quote "',
  'back\\slash',
  'tab\tbell\u0007',
  '\u0000',
];

const length = 45;
let chain: SampleChain;
let lines: string[];
beforeAll(async () => {
  const drafts = Array.from({ length }, (_, n) => ({
    event_type: 'claim.rejected',
    entity_type: 'claim',
    entity_id: `claim-${n}`,
    actor: actors[n % actors.length] ?? '',
    payload: { n, note: `\u001f ${actors[n % actors.length]} \ud800`, '\ufb33': 1, '😀': 2 },
  }));
  chain = await newChain(drafts, [10, 30]);
  lines = exportOf(chain);
});

const verify = (changed: Iterable<string>, options: VerifyExportOptions = {}) =>
  verifyExport(asyncValues(changed), options);
const lineOf = (id: number) => 2 + id;
const endWith = (change: object) => lines.with(-1, JSON.stringify({ end: { ...endOf(), ...change } }));
/** An entry that the chain could have next. */
const nextEntry = () => {
  const [{ hash: prev_hash, ...last }] = chain.entries.slice(-1) as [AuditEntry];
  const next = { ...last, id: length + 1, prev_hash };
  return { ...next, hash: entryHash(next) };
};
const endOf = () => JSON.parse(lines.at(-1) ?? '').end;
const changedLine = (id: number, change: (entry: Record<string, unknown>) => unknown) =>
  lines.with(lineOf(id), JSON.stringify({ entry: change(JSON.parse(lines[lineOf(id)] ?? '').entry) }));

describe('an export', () => {
  test('has one line each for the chain, its checkpoints, its entries and its end', () => {
    expect(lines.map((line) => Object.keys(JSON.parse(line)).join())).toEqual([
      'chain',
      'checkpoint',
      'checkpoint',
      ...chain.entries.map(() => 'entry'),
      'end',
    ]);
    expect(JSON.parse(lines[lineOf(1)] ?? '')).toEqual({ entry: chain.entries[0] });
  });

  test('verifies', async () => {
    expect(await verify(lines, { publicKey: chain.key.pem })).toMatchObject({
      ok: true,
      checked: length,
      checkpoints: 2,
      head: chain.head,
      last_checkpoint: chain.checkpoints[1],
    });
  });

  test('verifies for a part of the chain', async () => {
    const part = exportOf(chain, 11, 40);
    expect(await verify(part)).toMatchObject({ ok: true, from: 11, to: 40, checked: 30, checkpoints: 1 });
  });

  test('verifies for a chain without entries', async () => {
    expect(await verify(exportOf(await newChain([], [])))).toMatchObject({ ok: true, checked: 0 });
  });

  test.each([
    [30, 20],
    [length + 1, length],
    [1000, length],
  ])('verifies for a range without entries: from %i to %i', async (from, to) => {
    expect(await verify(exportOf(chain, from, to))).toMatchObject({ ok: true, checked: 0 });
  });

  test('does not verify with checkpoints of another key', async () => {
    const result = await verify(lines, { publicKey: newSigningKey().pem });
    expect(result).toMatchObject({ ok: false, first_bad_id: 10, reason: 'checkpoint_disagrees' });
  });

  test('does not verify when cut before an additional checkpoint', async () => {
    const cut = exportOf({
      ...chain,
      entries: chain.entries.slice(0, 20),
      head: { ...chain.head, ...chain.entries[19], sequence: 20 },
      checkpoints: chain.checkpoints.slice(0, 1),
    });
    const end = { entries: 20, checkpoints: 1, head: headOf(20), beyond: null };
    const consistent = [...cut.slice(0, -1), JSON.stringify({ end })];
    expect(await verify(consistent)).toMatchObject({ ok: true, checked: 20 });
    expect(await verify(consistent, { checkpoints: chain.checkpoints })).toMatchObject({
      ok: false,
      first_bad_id: 21,
      reason: 'truncated_end',
    });
    // An unsigned checkpoint changes nothing and does not show where the chain ended.
    const forged = [...chain.checkpoints.slice(0, 1), { ...chain.checkpoints[1], sequence: 99 }] as never;
    expect(await verify(consistent, { checkpoints: [...chain.checkpoints, ...forged] })).toMatchObject({
      first_bad_id: 21,
      reason: 'truncated_end',
    });
    expect(await verify(consistent, { checkpoints: forged })).toMatchObject({
      first_bad_id: 99,
      reason: 'checkpoint_disagrees',
    });
  });

  const headOf = (id: number) => {
    const entry = chain.entries[id - 1];
    return { sequence: id, hash: entry?.hash, created_at: entry?.created_at };
  };
});

describe('tampering with a file', () => {
  test.each<[string, () => string[], number, string]>([
    ['a field', () => changedLine(20, (entry) => ({ ...entry, actor: 'nobody' })), 20, 'altered_field'],
    [
      'the last entry',
      () => changedLine(length, (entry) => ({ ...entry, actor: 'x' })),
      length,
      'altered_field',
    ],
    ['an id', () => changedLine(20, (entry) => ({ ...entry, id: 21 })), 20, 'altered_field'],
    ['a hash', () => changedLine(20, (entry) => ({ ...entry, hash: 'f'.repeat(64) })), 20, 'altered_hash'],
    [
      'the last hash',
      () => changedLine(length, (e) => ({ ...e, hash: 'f'.repeat(64) })),
      length,
      'altered_hash',
    ],
    [
      'a field more',
      () => changedLine(20, (entry) => ({ ...entry, note: 'forged' })),
      20,
      'unknown_attribute',
    ],
    ['a field less', () => changedLine(20, ({ actor, ...entry }) => entry), 20, 'altered_field'],
    ['a damaged line', () => lines.with(lineOf(20), '{"entry":{"id":2'), 20, 'altered_field'],
    ['an entry removed', () => lines.toSpliced(lineOf(20), 1), 20, 'missing_entry'],
    ['an entry twice', () => lines.toSpliced(lineOf(20), 0, lines[lineOf(19)] ?? ''), 20, 'unexpected_entry'],
    ['two swapped', () => swapped(20, 21), 20, 'missing_entry'],
    ['cut off', () => lines.slice(0, lineOf(20)), 20, 'truncated_end'],
    ['the last entry removed', () => lines.toSpliced(lineOf(length), 1), length, 'truncated_end'],
    ['a checkpoint removed', () => lines.toSpliced(1, 1), length + 1, 'truncated_end'],
    ['the head moved back', () => endWith({ head: { ...chain.head, sequence: 20 } }), 21, 'head_disagrees'],
    ['an unreadable head', () => endWith({ head: null }), 1, 'head_disagrees'],
    [
      'the next entry beyond the head',
      () => endWith({ beyond: { id: length + 1, entry: nextEntry() } }),
      length + 1,
      'head_disagrees',
    ],
    [
      'another row beyond the head',
      () => endWith({ beyond: { id: null, entry: {} } }),
      length + 1,
      'unexpected_entry',
    ],
    ['the end removed', () => lines.slice(0, -1), length + 1, 'truncated_end'],
    ['lines after the end', () => [...lines, lines[lineOf(1)] ?? ''], length + 1, 'unexpected_entry'],
  ])('%s', async (_, change, first_bad_id, reason) => {
    expect(await verify(change())).toMatchObject({
      ok: false,
      first_bad_id,
      reason,
      checked: first_bad_id - 1,
    });
  });

  const swapped = (one: number, other: number) =>
    lines.with(lineOf(one), lines[lineOf(other)] ?? '').with(lineOf(other), lines[lineOf(one)] ?? '');

  test('detects a change of any character of an entry or checkpoint', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: lineOf(length) }),
        fc.nat(),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => text !== '\n'),
        async (index, place, character) => {
          const line = lines[index] ?? '';
          const at = place % line.length;
          const changed = line.slice(0, at) + character + line.slice(at + 1);
          // Another spelling of an escape or unused bits of base64 do not change the content of the line.
          if (saysTheSame(line, changed)) return;
          const found = verify(lines.with(index, changed)).then(
            ({ ok }) => ok,
            (error: unknown) => !(error instanceof NotAnExport),
          );
          expect(await found).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  function saysTheSame(one: string, other: string): boolean {
    const read = (text: string): unknown => {
      try {
        const { checkpoint, ...line } = JSON.parse(text);
        return checkpoint
          ? { ...checkpoint, signature: Buffer.from(String(checkpoint.signature), 'base64').toString('hex') }
          : line;
      } catch {
        return undefined;
      }
    };
    return JSON.stringify(read(one)) === JSON.stringify(read(other));
  }
});

describe('a file that is not an export', () => {
  test.each<[string, () => string[], number]>([
    ['an empty file', () => [], 1],
    ['another format', () => ['{"chain":{"format":"other"}}'], 1],
    ['entries alone', () => lines.slice(1), 1],
    ['a damaged checkpoint', () => lines.with(1, '{"checkpoint":{}}'), 2],
    ['a checkpoint among the entries', () => lines.toSpliced(10, 0, lines[1] ?? ''), 11],
  ])('reports the line of %s', async (_, changed, number) => {
    await expect(verify(changed())).rejects.toThrow(`Line ${number} is not a line of an audit export`);
  });
});

test('splits pieces of any size into lines, at line feeds only', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\u2028', '\r') })),
      async (pieces) => {
        const whole = pieces.join('').split('\n');
        if (whole.at(-1) === '') whole.pop();
        expect(await allOf(ndjsonLines(asyncValues(pieces)))).toEqual(whole);
      },
    ),
  ));

describe('npm run audit', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'granary-export-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['bin/audit.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...compiledCode, NODE_OPTIONS: '' },
    });
  const good = () => file('good.ndjson', `${lines.join('\n')}\n`);
  const bad = () =>
    file('bad.ndjson', `${changedLine(20, (entry) => ({ ...entry, actor: 'nobody' })).join('\n')}\n`);
  const key = () => file('key.pem', chain.key.pem);

  test('reports a valid chain', () => {
    const { stdout, status } = command('verify', good(), '--key', key());
    expect(stdout).toContain(`OK       ${length} entries verified, 1 to ${length}`);
    expect(stdout).toContain('Signed   up to entry 30');
    expect(stdout).toContain(`Head     entry ${length}, 2026-11-20T09:30:00.000Z`);
    expect(status).toBe(0);
  });

  test('shows the key in the file', () => {
    expect(command('verify', good()).stdout).toContain(chain.checkpoints[0]?.key_id);
  });

  test('reports the first fault and exits with 1', () => {
    const { stdout, status } = command('verify', bad());
    expect(stdout).toContain('BROKEN   at entry 20: altered_field');
    expect(status).toBe(1);
    expect(JSON.parse(command('verify', bad(), '--json').stdout)).toMatchObject({
      ok: false,
      first_bad_id: 20,
      reason: 'altered_field',
    });
  });

  test('compares with further checkpoints', () => {
    const other = file('others.ndjson', `${lines.slice(1, 3).join('\n')}\n`);
    expect(command('verify', good(), '--checkpoints', other).status).toBe(0);
    // Pages of the API.
    const page = (signed: unknown) => JSON.stringify({ data: [signed], pagination: { has_more: false } });
    const pages = file('pages.json', chain.checkpoints.map(page).join('\n'));
    expect(command('verify', good(), '--checkpoints', pages).status).toBe(0);
    const later = file('later.json', page({ ...chain.checkpoints[1], sequence: length + 1 }));
    expect(command('verify', good(), '--checkpoints', later).status).toBe(1);
    expect(command('verify', good(), '--checkpoints', good()).status).toBe(2);
  });

  test('exits with 2 without a readable export', () => {
    expect(command('verify', join(folder, 'none')).status).toBe(2);
    expect(command('verify', file('text', 'text\n'))).toMatchObject({
      status: 2,
      stderr: 'Line 1 is not a line of an audit export\n',
    });
    expect(command('verify')).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') });
    expect(command('--wrong')).toMatchObject({ status: 2 });
  });

  const pythonIsHere =
    spawnSync('python3', ['--version']).status === 0 && spawnSync('openssl', ['version']).status === 0;

  if (!pythonIsHere) leaveOut('the Python of docs/audit.md', 'python3 and openssl are not installed');

  (pythonIsHere ? test : test.skip)('agrees with the Python of docs/audit.md', () => {
    const source = /```python\n([\s\S]*?)```/.exec(readFileSync(`${root}docs/audit.md`, 'utf8'))?.[1] ?? '';
    expect(source.trim().split('\n')).toHaveLength(15);
    const script = file('check.py', source);
    const python = (path: string, keyPath = key()) =>
      spawnSync('python3', [script, path, keyPath], { cwd: folder, encoding: 'utf8' });
    expect(python(good())).toMatchObject({ status: 0, stderr: '' });
    expect(python(bad()).stderr).toContain("'id': 20");
    expect(python(good(), file('other.pem', newSigningKey().pem)).status).toBe(1);
    const broken = [
      lines.toSpliced(lineOf(5), 1),
      lines.slice(0, -1),
      endWith({ head: null }),
      endWith({ beyond: { id: length + 1, entry: nextEntry() } }),
      lines.toSpliced(lineOf(25), 21),
      changedLine(20, (entry) => ({ ...entry, hash: 'f'.repeat(64) })),
      changedLine(1, (entry) => ({ ...entry, event_type: 'a\u001fb' })),
    ];
    for (const [index, changed] of broken.entries()) {
      expect(python(file(`broken-${index}`, `${changed.join('\n')}\n`)).status).toBe(1);
    }
  });
});
