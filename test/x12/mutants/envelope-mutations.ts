/** An interchange of one set as its segments, ISA first, each as text. */
export interface EnvelopeMutant {
  readonly name: string;
  readonly segments: readonly string[];
  /** True for a fault after the interchange. */
  readonly isBehind: boolean;
}

/** Invalid values of ISA elements with the right width (TA105 010 to 020). */
const isaValues: readonly (readonly [element: number, value: string])[] = [
  [1, '99'],
  [3, '99'],
  [5, 'QQ'],
  [6, ' '.repeat(15)],
  [7, 'QQ'],
  [8, ' '.repeat(15)],
  [9, '261399'],
  [10, '2575'],
  [12, '00401'],
  [13, 'ABCDEFGHI'],
  [14, '7'],
  [15, 'Q'],
];

/** Invalid values of other envelope elements; each is also emptied. */
const otherValues: Readonly<Record<string, readonly (readonly [element: number, value: string])[]>> = {
  GS: [
    [1, 'QQ'],
    [2, 'A'],
    [3, 'A'],
    [4, '20261345'],
    [5, '2575'],
    [6, 'X'],
    [7, 'QQ'],
    [8, 'NONE'],
  ],
  ST: [
    [1, '838'],
    [1, 'QQQQ'],
    [2, '1'],
    [2, '1234567890'],
  ],
  SE: [
    [1, '1'],
    [1, 'X'],
    [2, '9999'],
  ],
  GE: [
    [1, '9'],
    [1, 'X'],
    [2, '9999'],
  ],
  IEA: [
    [1, '9'],
    [1, 'X'],
    [2, '999999999'],
  ],
};

const envelopes = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA']);

/** Drops, doubles and swaps every envelope segment, and breaks each of its elements. */
export function* envelopeMutantsOf(segments: readonly string[]): Generator<EnvelopeMutant> {
  for (const [i, segment] of segments.entries()) {
    const id = segment.slice(0, segment.indexOf('*'));
    if (!envelopes.has(id)) continue;
    yield { name: `${id} dropped`, segments: segments.toSpliced(i, 1), isBehind: false };
    yield { name: `${id} doubled`, segments: segments.toSpliced(i, 0, segment), isBehind: id === 'IEA' };
    const next = segments[i + 1];
    if (next !== undefined) {
      const swapped = segments.with(i, next).with(i + 1, segment);
      yield { name: `${id} swapped with the next`, segments: swapped, isBehind: false };
    }
    const elements = segment.split('*');
    const values = id === 'ISA' ? isaValues : [...(otherValues[id] ?? []), ...emptied(elements)];
    for (const [element, value] of values) {
      const name = `${id}${String(element).padStart(2, '0')} ${value.trim() === '' ? 'emptied' : `is ${value}`}`;
      yield { name, segments: segments.with(i, elements.with(element, value).join('*')), isBehind: false };
    }
  }
}

const emptied = (elements: readonly string[]): (readonly [number, string])[] =>
  elements.slice(1).map((_, i) => [i + 1, '']);
