import { Buffer } from 'node:buffer';
import type { X12Engine } from './engine.ts';

/** What can be read: bytes at once, or a Node stream or other iterable of chunks; text counts as UTF-8. */
export type Source = Uint8Array | AsyncIterable<Chunk> | Iterable<Chunk>;

type Chunk = Uint8Array | string;

/** Bytes of a chunk that are handed to the engine before results are drained. */
const step = 65_536;

/**
 * Feeds a source to an engine and yields after each step, and once more after the end, so that a caller can pass on
 * what its consumers have gathered; memory then holds the results of one step. Each time it tells how many bytes are
 * read.
 */
export async function* feed(source: Source, engine: X12Engine): AsyncGenerator<number> {
  let read = 0;
  for await (const one of chunksOf(source)) {
    const chunk = bytesOf(one);
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

/** The same for bytes that are all there, without a promise in between. */
export function* feedSync(bytes: Uint8Array, engine: X12Engine): Generator<void> {
  for (let at = 0; at < bytes.length; at += step) {
    engine.write(bytes.subarray(at, at + step));
    yield;
  }
  engine.end();
  yield;
}

/** Reads a source to its end; returns the number of bytes. */
export async function readAll(source: Source, engine: X12Engine): Promise<number> {
  for await (const chunk of chunksOf(source)) engine.write(bytesOf(chunk));
  return engine.end();
}

function chunksOf(source: Source): AsyncIterable<Chunk> | Iterable<Chunk> {
  return source instanceof Uint8Array || typeof source === 'string' ? [source] : source;
}

function bytesOf(chunk: Chunk): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
}
