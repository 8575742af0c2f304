import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compiledCode } from '../compiled-code.ts';
import { startLocalProcess } from '../http/stack/local-process.ts';
import type { PastedBlock } from './page.ts';

const root = resolve(import.meta.dirname, '../..');

/** Result of the commands of one block. */
export interface Pasted {
  readonly exitCode: number;
  readonly output: string;
}

/** A folder like a fresh clone, with a local stack. */
export interface Clone {
  /** Runs blocks one after another. A block that begins with the address of the stack gets a clean shell. */
  paste(blocks: readonly PastedBlock[]): Promise<readonly Pasted[]>;
  stop(): Promise<void>;
}

/** Makes a folder with links to the files of the repository, but without its `.granary`. */
export function linkedFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'granary-clone-'));
  for (const name of readdirSync(root)) {
    if (!['.git', '.granary'].includes(name)) symlinkSync(join(root, name), join(folder, name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts a stack in a folder with links to the files of the repository and its own `.granary`. */
export async function startClone(flags: readonly string[]): Promise<Clone> {
  const { folder, remove } = linkedFolder();
  const local = await startLocalProcess({ dataFolder: join(folder, '.granary'), flags }).catch((error) => {
    remove();
    throw error;
  });
  return {
    paste: async (blocks) => {
      const pasted: Pasted[] = [];
      for (const shell of shellsOf(blocks)) pasted.push(...(await paste(shell, folder)));
      const left = readdirSync(folder).filter((name) => name !== '.granary' && !existsSync(join(root, name)));
      if (left.length > 0) throw new Error(`The blocks leave ${left.join(', ')}, which git does not ignore`);
      return pasted;
    },
    stop: async () => {
      await local.stop();
      remove();
    },
  };
}

function shellsOf(blocks: readonly PastedBlock[]): readonly (readonly PastedBlock[])[] {
  const shells: PastedBlock[][] = [];
  for (const block of blocks) {
    if (block.beginsShell || shells.length === 0) shells.push([]);
    shells.at(-1)?.push(block);
  }
  return shells;
}

/** Runs blocks in one shell in a folder. */
export async function paste(
  blocks: readonly Pick<PastedBlock, 'commands'>[],
  folder: string,
): Promise<Pasted[]> {
  const mark = `--- end of block ${crypto.randomUUID()}`;
  const script = blocks.map(({ commands }) => `${commands}echo "${mark} $?"\n`).join('');
  const shell = spawn('bash', ['-s'], {
    cwd: folder,
    env: {
      // npm keeps its logs there.
      HOME: join(folder, '.granary'),
      // npm scripts have the repository's Node on the PATH too.
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      TZ: 'UTC',
      ...compiledCode,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  shell.stdin.end(`exec 2>&1\n${script}`);
  await once(shell, 'close');
  const ends = new RegExp(`${mark} (\\d+)\\n`);
  const parts = text.split(ends);
  return blocks.map((_, n) => ({
    // CSV has carriage returns, which a terminal does not show.
    output: (parts[2 * n] ?? '').replaceAll('\r\n', '\n'),
    exitCode: Number(parts[2 * n + 1] ?? -1),
  }));
}

/** Masks values that differ in each run: ids, times, keys, addresses, hashes. */
export const withoutVolatile = (text: string): string =>
  text
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, '<time>')
    .replaceAll(/\b\d{4}[-/]\d\d[-/]\d\d\b/g, '<day>')
    .replaceAll(/\b\d{17}\b/g, '<file time>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replaceAll(/\bg[kc]_test_[\w-]+…?/g, '<key>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '<address>')
    .replaceAll(/\b([rt])=\d+/g, '$1=<n>')
    .replaceAll(/audit entry \d+/g, 'audit entry <n>')
    // The number of entries depends on background work.
    .replaceAll(/entries 1 to \d+/g, 'entries 1 to <n>')
    .replaceAll(/Head( +)entry \d+/g, 'Head$1entry <n>')
    .replaceAll(/\d+ entries verified, 1 to \d+/g, '<n> entries verified, 1 to <n>');
