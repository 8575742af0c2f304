import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import { compiledCode } from '../compiled-code.ts';
import { type InstalledEngine, installEngine, installedNodes } from '../x12/package/installed-engine.ts';

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

function run(program: string, args: readonly string[], cwd = root): string {
  const { stdout, stderr } = spawnSync(program, args, {
    cwd,
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

  describe('in an empty project with the package', () => {
    let engine: InstalledEngine;
    beforeAll(() => {
      engine = installEngine();
    });
    afterAll(() => engine.remove());

    const nodes = [...installedNodes()].map(([version, program]) => ({ version, program }));
    describe.each(nodes)('on Node $version', ({ program }) => {
      test.each(programs())('$title', ({ code, output }) => {
        const file = join(engine.folder, 'example.js');
        writeFileSync(file, transformSync(code, { loader: 'ts', format: 'esm' }).code);
        expect(run(program, [file], engine.folder)).toBe(output);
      });

      test('a CommonJS program', () => {
        const file = join(engine.folder, 'example.cjs');
        writeFileSync(file, "const x12 = require('granary-x12'); console.log(typeof x12.readClaims);");
        expect(run(program, [file], engine.folder)).toBe('function\n');
      });

      test('the command x12', () => {
        const command = join(engine.folder, 'node_modules/granary-x12/dist/x12.js');
        const made = run(program, [command, 'generate', 'docs/x12-claims.json'], engine.folder);
        expect(made).toMatch(/^ISA\*/);
        writeFileSync(join(engine.folder, 'made.edi'), made);
        const { claims } = JSON.parse(run(program, [command, 'stats', 'made.edi'], engine.folder));
        expect(claims).toBe(1);
        expect(run(program, [command, '--version'], engine.folder)).toBe('1.0.0\n');
      });
    });

    test('the examples are typed', () => {
      const files = programs().map(({ code }, n) => {
        const file = join(engine.folder, `typed-${n}.ts`);
        writeFileSync(file, `${code}\nexport {};\n`);
        return file;
      });
      const commonJs = join(engine.folder, 'typed.cts');
      writeFileSync(commonJs, "import { readClaims } from 'granary-x12';\nexport const read = readClaims;\n");
      files.push(commonJs);
      const compiler = resolve(root, 'node_modules/typescript/bin/tsc');
      const types = ['--typeRoots', resolve(root, 'node_modules/@types'), '--types', 'node'];
      const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
      expect(run(process.execPath, [compiler, ...strict, ...types, ...files], engine.folder)).toBe('');
    });
  });

  test.each(commands())('$title', ({ code, output }) => {
    const line = code.replaceAll('npm run --silent x12 --', `'${process.execPath}' bin/x12.ts`);
    expect(run('sh', ['-c', line])).toBe(output);
  });
});
