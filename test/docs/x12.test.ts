import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { compiledCode } from '../compiled-code.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/x12.md'), 'utf8');

interface Example {
  readonly title: string;
  readonly code: string;
  readonly output: string;
}

/** Fenced blocks of a language with their expected output. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, body = '']) => body,
  );
}

function programs(): Example[] {
  const outputs = blocks('text');
  return blocks('ts').map((code, n) => ({ title: titleOf(code), code, output: outputs[n] ?? '' }));
}

function commands(): Example[] {
  return blocks('console').map((body) => {
    const [command = '', ...output] = body.split('\n');
    return { title: command, code: command.replace(/^\$ /, ''), output: output.join('\n') };
  });
}

function titleOf(code: string): string {
  const before = page.slice(0, page.indexOf(code));
  return before.match(/^#+ .*$/gm)?.at(-1) ?? '';
}

function run(program: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...compiledCode },
  });
  return stdout + stderr;
}

describe('docs/x12.md', () => {
  test('each program has its output beside it', () => {
    expect(blocks('ts')).toHaveLength(blocks('text').length);
    expect(programs().length).toBeGreaterThan(5);
  });

  test.each(programs())('$title', ({ code, output }) => {
    expect(run(process.execPath, ['--input-type=module-typescript', '--eval', code])).toBe(output);
  });

  test.each(commands())('$title', ({ code, output }) => {
    const line = code.replaceAll('npm run --silent x12 --', `'${process.execPath}' bin/x12.ts`);
    expect(run('sh', ['-c', line])).toBe(output);
  });
});
