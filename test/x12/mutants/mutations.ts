import type { AnyElementSpec, ElementSpec } from '#x12/guide/guide.ts';
import type { Elements, Placed } from './guide-oracle.ts';

/** The segments of a set between ST and SE with one fault. */
export interface Mutant {
  /** Loop, segment, place and kind of mutation. */
  readonly name: string;
  readonly segments: readonly Elements[];
  /**
   * The one IK4 that the standard has for it, `position.element code`, where it is a fault of one element that tells
   * no segment from another.
   */
  readonly elementError: string | undefined;
}

/** Drops, doubles, swaps and moves every segment, and breaks every element in each way of its type. */
export function* mutantsOf(placed: readonly Placed[]): Generator<Mutant> {
  const segments = placed.map(({ elements }) => elements);
  for (const [i, one] of placed.entries()) {
    const where = `${one.loop}/${one.spec.key} (${i + 2})`;
    for (const { name, at, elements, code } of ofElements(one)) {
      const elementError = code && `${i + 2}.${at} ${code}`;
      yield { name: `${where} ${name}`, segments: segments.with(i, elements), elementError };
    }
    yield* ofSegment(where, segments, i);
  }
}

function* ofSegment(where: string, segments: readonly Elements[], i: number): Generator<Mutant> {
  for (const { name, changed } of changesOf(segments, i)) {
    yield { name: `${where} ${name}`, segments: changed, elementError: undefined };
  }
}

interface ChangedSet {
  readonly name: string;
  readonly changed: readonly Elements[];
}

function* changesOf(segments: readonly Elements[], i: number): Generator<ChangedSet> {
  const segment = segments[i] ?? [];
  const without = segments.toSpliced(i, 1);
  yield { name: 'dropped', changed: without };
  yield { name: 'doubled', changed: segments.toSpliced(i, 0, segment) };
  const next = segments[i + 1];
  if (next !== undefined) {
    yield { name: 'swapped with the next', changed: segments.with(i, next).with(i + 1, segment) };
  }
  for (const distance of [7, -7]) {
    const to = Math.min(Math.max(i + distance, 0), without.length);
    yield { name: `moved by ${distance}`, changed: without.toSpliced(to, 0, segment) };
  }
  yield { name: 'with an unknown id', changed: segments.with(i, ['QQ', ...segment.slice(1)]) };
}

interface BrokenElements {
  readonly name: string;
  readonly at: number;
  readonly elements: Elements;
  readonly code?: string | undefined;
}

function* ofElements({ spec, elements }: Placed): Generator<BrokenElements> {
  for (const [i, element] of spec.elements.entries()) {
    const at = i + 1;
    const isTrigger = spec.id === 'HL' || spec.when.some((condition) => condition.element === at);
    const text = elements[at] ?? '';
    for (const { name, value, code } of brokenValues(element, text)) {
      yield {
        name: `${at}${name}`,
        at,
        elements: withElement(elements, at, value),
        code: isTrigger ? undefined : code,
      };
    }
  }
  const surplus = withElement(elements, spec.elements.length + 1, 'X');
  yield { name: 'with an element too many', at: spec.elements.length + 1, elements: surplus, code: '3' };
}

/** Elements up to `at`, without empty ones at the end. */
function withElement(elements: Elements, at: number, value: string): Elements {
  const all = Array.from({ length: Math.max(elements.length, at + 1) }, (_, i) =>
    i === at ? value : (elements[i] ?? ''),
  );
  while (all.at(-1) === '') all.pop();
  return all;
}

interface BrokenValue {
  readonly name: string;
  readonly value: string;
  readonly code?: string | undefined;
}

function* brokenValues(spec: AnyElementSpec, text: string): Generator<BrokenValue> {
  if (spec.usage === 'N') {
    const value = spec.kind === 'composite' ? 'X' : 'X'.repeat(spec.min);
    yield { name: ' filled though not used', value, code: 'I10' };
    return;
  }
  if (text === '') return;
  // A situational element may be left out, and what calls for it is another element's business.
  yield { name: ' emptied', value: '', code: spec.usage === 'R' ? '1' : undefined };
  yield { name: ' repeated', value: `${text}^${text}`, code: '12' };
  if (spec.kind === 'element') {
    yield* brokenTexts(spec, text);
    yield { name: ' with a component too many', value: `${text}:X`, code: '13' };
    return;
  }
  const parts = text.split(':');
  for (const [i, component] of spec.components.entries()) {
    const part = parts[i] ?? '';
    const put = (value: string) => withElement(parts, i, value).join(':');
    const name = `-${i + 1}`;
    if (component.usage === 'N') {
      const value = put('X'.repeat(component.min));
      yield { name: `${name} filled though not used`, value, code: 'I10' };
    } else if (part !== '') {
      const code = component.usage === 'R' && parts.length > 1 ? '1' : undefined;
      yield { name: `${name} emptied`, value: put(''), code };
      for (const broken of brokenTexts(component, part)) {
        yield { ...broken, name: `${name}${broken.name}`, value: put(broken.value) };
      }
    }
  }
  const surplus = put(parts, spec.components.length);
  yield { name: ' with a component too many', value: surplus, code: '13' };
}

const put = (parts: readonly string[], at: number): string => withElement(parts, at, 'X').join(':');

function* brokenTexts(spec: ElementSpec, text: string): Generator<BrokenValue> {
  const { type, min, max, codes, ref } = spec;
  const isNumber = type === 'R' || type.startsWith('N');
  const isDate = type === 'DT' || (ref === 1251 && text.length >= 8);
  const filler = isNumber || isDate || type === 'TM' ? '1' : 'X';
  const isDatePeriod = ref === 1251;
  yield { name: ' too long', value: text.padEnd(max + 1, filler), code: '5' };
  if (min > 1) yield { name: ' too short', value: text.slice(0, min - 1), code: '4' };
  yield { name: ' with a control character', value: `\u0001${text.slice(1)}`, code: '6' };
  yield { name: ' with a letter outside of the set', value: `é${text.slice(1)}`, code: '6' };
  if (isNumber) yield { name: ' of letters', value: 'X'.repeat(text.length), code: '6' };
  if (type === 'DT') yield { name: ' of letters', value: 'X'.repeat(text.length), code: '8' };
  if (type === 'TM') yield { name: ' of letters', value: 'X'.repeat(text.length), code: '9' };
  if (isDate) yield { name: ' no date', value: text.replace(/\d{4}(?=\D|$)/, '1345'), code: '8' };
  if (isDatePeriod) yield { name: ' half a date', value: text.slice(0, 6), code: '8' };
  if (type === 'TM') yield { name: ' no time', value: '2575'.padEnd(min, '0'), code: '9' };
  if (codes !== undefined) {
    const wrong = wrongCode([...codes.entries.keys()], text);
    if (wrong !== undefined) yield { name: ' no code of the guide', value: wrong, code: '7' };
  }
}

/** A code of the same length that the list does not have. */
function wrongCode(list: readonly string[], text: string): string | undefined {
  const candidates = ['Q', 'J', 'K', '9', '8', '7', 'L', 'M'].map((letter) => letter.repeat(text.length));
  return candidates.find((candidate) => !list.includes(candidate));
}
