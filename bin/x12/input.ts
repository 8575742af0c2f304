import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { Progress } from './progress.ts';

/** A file or standard input, read once from start to end. */
export interface Input {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Returns bytes that were read: any of a file, the last million of standard input. Valid until the next call. */
  bytesAt(offset: number, length: number): Buffer | undefined;
  close(): void;
}

/** An input that cannot be used. The message of its cause says why. */
export class InputError extends Error {
  /** File, or undefined for standard input. */
  readonly file: string | undefined;

  constructor(name: string, cause: unknown) {
    super('Unusable input', { cause });
    this.file = name === '-' ? undefined : name;
  }
}

const chunkSize = 1 << 17;

/** Opens each input in turn, and closes it after the action. Throws InputError with the name for an error of the action. */
export async function forEachInput(
  names: readonly string[],
  action: (input: Input, index: number) => Promise<void>,
): Promise<void> {
  for (const [index, name] of names.entries()) {
    try {
      const input = openInput(name);
      try {
        await action(input, index);
      } finally {
        input.close();
      }
    } catch (error) {
      throw new InputError(name, error);
    }
  }
}

function openInput(name: string): Input {
  return name === '-' ? standardInput() : fileInput(name);
}

function fileInput(name: string): Input {
  const descriptor = openSync(name, 'r');
  const window = Buffer.alloc(4096);
  return {
    name,
    chunks: new Progress(fstatSync(descriptor).size).follow(chunksOf(descriptor)),
    bytesAt(offset, length) {
      return window.subarray(0, readSync(descriptor, window, 0, Math.min(length, window.length), offset));
    },
    close: () => closeSync(descriptor),
  };
}

const readInto = promisify(read);

/** Reads into one buffer to reduce garbage. A chunk is valid until the next one. */
async function* chunksOf(descriptor: number): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.alloc(chunkSize);
  for (;;) {
    const { bytesRead } = await readInto(descriptor, chunk, 0, chunk.length, null);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Number of bytes of standard input that are kept to show their lines. */
const keptBytes = 1_000_000;

function standardInput(): Input {
  const recent: Buffer[] = [];
  let start = 0;
  let size = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of process.stdin) {
      const bytes = Buffer.from(chunk);
      recent.push(bytes);
      size += bytes.length;
      while (size - (recent[0]?.length ?? 0) > keptBytes) {
        const gone = recent.shift()?.length ?? 0;
        start += gone;
        size -= gone;
      }
      yield bytes;
    }
  }
  return {
    name: '-',
    chunks: new Progress(undefined).follow(chunks()),
    bytesAt(offset, length) {
      if (offset < start) return undefined;
      return Buffer.concat(recent).subarray(offset - start, offset - start + length);
    },
    close() {},
  };
}
