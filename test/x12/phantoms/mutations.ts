import type { Buffer } from 'node:buffer';
import { X12Document } from '#x12/engine/document.ts';

/** A mutation of one segment. */
export type MutationKind = 'drop' | 'duplicate' | 'swap' | 'move';

export interface Mutation {
  readonly kind: MutationKind;
  /** Index of the segment, which is swapped with the next one or moved before the segment at `to`. */
  readonly at: number;
  readonly to: number;
}

/** A file as its segments, each with its terminator and the text up to the next segment. */
interface Pieces {
  readonly pieces: readonly Buffer[];
  readonly segments: readonly (readonly string[])[];
}

export function piecesOf(bytes: Buffer): Pieces {
  const { segments } = new X12Document(bytes);
  const pieces = segments.map(({ start }, i) => bytes.subarray(i === 0 ? 0 : start, segments[i + 1]?.start));
  return { pieces, segments: segments.map(({ elements }) => elements) };
}

/** The order of segments after a mutation, by their numbers. */
export function mutated(count: number, { kind, at, to }: Mutation): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  if (kind === 'duplicate') order.splice(at, 0, at);
  else order.splice(at, 1);
  if (kind === 'swap') order.splice(at + 1, 0, at);
  if (kind === 'move') order.splice(to > at ? to - 1 : to, 0, at);
  return order;
}

/**
 * Every segment between ST and SE, with `targets` places that it moves to. Places are spread over the whole set by
 * a step that has no divisor with its length, so that every distance occurs.
 */
export function* mutationsOf(segments: Pieces['segments'], targets: number): Generator<Mutation> {
  const body = segments.flatMap(([id = ''], i) => (envelope.has(id) ? [] : [i]));
  for (const [n, at] of body.entries()) {
    yield { kind: 'drop', at, to: at };
    yield { kind: 'duplicate', at, to: at };
    if (body[n + 1] === at + 1) yield { kind: 'swap', at, to: at + 1 };
    const places = body.filter((to) => to !== at && to !== at + 1);
    const step = Math.max(1, places.length / targets);
    for (let k = n % Math.ceil(step); k < places.length; k += step) {
      yield { kind: 'move', at, to: places[Math.floor(k)] ?? at };
    }
  }
}

const envelope = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA', 'TA1']);
