import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../json-text.ts';
import { StartError } from '../start-error.ts';

const ownerSchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() });

/** The folder with all data of a local runtime. One running process at a time owns it. */
export class DataFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Takes ownership of the folder and empties it when `fresh`.
   * Throws StartError when another runtime owns the folder or it cannot be written.
   */
  static take(path: string, { fresh = false } = {}): DataFolder {
    const folder = new DataFolder(resolve(path));
    try {
      mkdirSync(folder.path, { recursive: true, mode: 0o700 });
      if ((statSync(folder.path).mode & 0o077) !== 0) makePrivate(folder.path);
    } catch (error) {
      throw new StartError(
        `The data folder ${folder.path} cannot be created or made private: ${reason(error)}.`,
      );
    }
    folder.#takeOwnership();
    if (fresh) folder.#empty();
    for (const part of ['state', 'logs', 'dynamodb', 's3']) mkdirSync(folder.file(part), { recursive: true });
    return folder;
  }

  static look(path: string): DataFolder {
    return new DataFolder(resolve(path));
  }

  file(...parts: readonly string[]): string {
    return join(this.path, ...parts);
  }

  /** Reads a JSON file of the folder; undefined when there is none. Throws StartError for a damaged file. */
  readJson<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> | undefined {
    const text = readOr(this.file(name), undefined);
    if (text === undefined) return undefined;
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new StartError(
      `The data folder is damaged: ${this.file(name)} cannot be read. Delete that file or start with --fresh.`,
    );
  }

  writeJson(name: string, value: unknown): void {
    const temporary = this.file(`${name}.new`);
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, this.file(name));
  }

  remove(name: string): void {
    rmSync(this.file(name), { force: true });
  }

  release(): void {
    rmSync(this.file('runtime.pid'), { force: true });
  }

  #takeOwnership(): void {
    const file = this.file('runtime.pid');
    const owner = ownerSchema.safeParse(parseJson(readOr(file, '')));
    if (
      owner.success &&
      isSameProcess(owner.data.pid, owner.data.startedAt) &&
      owner.data.pid !== process.pid
    ) {
      throw new StartError(
        `Granary is already running on ${this.path} (process ${owner.data.pid}); stop it first or set GRANARY_DATA to another folder.`,
      );
    }
    try {
      rmSync(file, { force: true });
      const mine = { pid: process.pid, startedAt: processStart(process.pid) };
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
    } catch (error) {
      throw new StartError(`The data folder ${this.path} cannot be written: ${reason(error)}.`);
    }
  }

  #empty(): void {
    for (const part of ['state', 'logs', 'dynamodb', 's3', 'local.json', 'seed.json']) {
      rmSync(this.file(part), { recursive: true, force: true });
    }
  }
}

/** Restricts a folder and everything in it to its owner: 0700 and 0600. */
function makePrivate(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const inside = join(entry.parentPath, entry.name);
    chmodSync(inside, statSync(inside).mode & 0o700);
  }
}

/** Whether a pid still belongs to the process that started at this time. */
export function isSameProcess(pid: number, startedAt: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return processStart(pid) === startedAt;
}

/**
 * Returns the start time of a process: in the kernel's ticks where /proc exists, else as `ps` prints it. Empty where
 * neither exists, so that only the pid counts; "ended" for a process that its parent has not collected yet.
 */
export function processStart(pid: number): string {
  const stat = readOr(`/proc/${pid}/stat`, '');
  if (stat === '' && !existsSync('/proc/self')) return startFromPs(pid);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
}

/** Returns the start time of a process from `ps`, for macOS. */
export function startFromPs(pid: number): string {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  const [state = '', ...start] = (stdout ?? '').trim().split(/\s+/);
  return state.startsWith('Z') ? 'ended' : start.join(' ');
}

function readOr<Otherwise>(path: string, otherwise: Otherwise): string | Otherwise {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
