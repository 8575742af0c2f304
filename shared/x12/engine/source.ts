import { Buffer } from 'node:buffer';
import type { X12Engine } from './engine.ts';

/** Takes the bytes of a file, such as an {@link X12Engine}. */
export interface ByteSink {
  write(chunk: Uint8Array): void;
  end(): unknown;
}

/** Bytes, a Node stream, or any iterable of chunks. Text is read as UTF-8. */
export type Source = Uint8Array | AsyncIterable<Chunk> | Iterable<Chunk>;

type Chunk = Uint8Array | string;

/** Number of bytes per step. */
const usualStep = 65_536;

/**
 * Feeds a source to an engine in steps and yields the number of bytes read after each step and after the end. A caller
 * that consumes the results at each yield keeps only the results of one step in memory.
 *
 * @param step number of bytes per step
 */
export async function* feed(source: Source, engine: ByteSink, step = usualStep): AsyncGenerator<number> {
  let read = 0;
  for await (const one of source instanceof Uint8Array ? [source] : source) {
    const chunk = typeof one === 'string' ? Buffer.from(one, 'utf8') : one;
    for (let at = 0; at < chunk.length; at += step) {
      const piece = chunk.subarray(at, at + step);
      engine.write(piece);
      read += piece.length;
      yield read;
    }
  }
  engine.end();
  yield read;
}

/** `feed` for bytes in memory. */
export function* feedSync(bytes: Uint8Array, engine: ByteSink, step = usualStep): Generator<void> {
  for (let at = 0; at < bytes.length; at += step) {
    engine.write(bytes.subarray(at, at + step));
    yield;
  }
  engine.end();
  yield;
}

/**
 * Feeds a source to an engine and yields what its listeners add to `results`. `check` runs after each step; an error that
 * it throws ends the reading, and no result before it is lost.
 */
export async function* resultsOf<T>(
  source: Source,
  engine: X12Engine,
  results: T[],
  check = () => {},
): AsyncGenerator<T> {
  for await (const _ of feed(source, engine)) {
    yield* results.splice(0);
    check();
  }
}

/** `resultsOf` for bytes in memory. */
export function* resultsOfSync<T>(
  bytes: Uint8Array,
  engine: X12Engine,
  results: T[],
  check = () => {},
): Generator<T> {
  for (const _ of feedSync(bytes, engine)) {
    yield* results.splice(0);
    check();
  }
}

/** Reads a source to its end. Returns the number of bytes. */
export async function readAll(source: Source, engine: X12Engine): Promise<number> {
  let bytes = 0;
  for await (const read of feed(source, engine)) bytes = read;
  return bytes;
}
