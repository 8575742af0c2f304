import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { compiledCode } from '../../compiled-code.ts';
import { leaveOut } from '../../soak.ts';
import { newSigningKey } from '../memory-chain.ts';
import { chain, changedLine, length, lineOf, lines } from './sample-export.ts';

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
      lines.toSpliced(lineOf(25), 21),
      changedLine(20, (entry) => ({ ...entry, hash: 'f'.repeat(64) })),
      changedLine(1, (entry) => ({ ...entry, event_type: 'a\u001fb' })),
    ];
    for (const [index, changed] of broken.entries()) {
      expect(python(file(`broken-${index}`, `${changed.join('\n')}\n`)).status).toBe(1);
    }
  });
});
