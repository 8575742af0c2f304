import { type CodeList, codes } from '../guide/code-list.ts';
import {
  type AnyElementSpec,
  composite,
  type ElementSpec,
  element,
  elementIs,
  type SegmentSpec,
  segment,
  type Usage,
} from '../guide/guide.ts';

/**
 * Segments that the guides of 835 and 277CA share. `qualifiers` are codes separated by blanks; the first element of a
 * segment must be one of them, which distinguishes segments with the same id.
 */
type Qualifiers = string;

/**
 * Elements as usage (R required, S situational, N not used), data element number, codes and repetitions:
 * `R127 R373 S782x5 R478=C,D`.
 */
export function elementList(list: string): ElementSpec[] {
  return list.split(' ').flatMap((one) => {
    const [, usage, ref, times = 1, allowed] = /^([RSN])(\d+)(?:x(\d+))?(?:=(.*))?$/.exec(one) ?? [];
    if (usage !== 'R' && usage !== 'S' && usage !== 'N') throw new RangeError(`${one} is not an element`);
    const options = allowed === undefined ? {} : { codes: codes(...allowed.split(',')) };
    return Array.from({ length: Number(times) }, () => element(usage, Number(ref), options));
  });
}

/** A segment that its first element identifies. */
function qualifiedSegment(
  id: keyof typeof qualifierOf,
  key: string,
  name: string,
  [usage, max]: readonly [Usage, number],
  qualifiers: Qualifiers,
  rest: readonly AnyElementSpec[],
  rules: readonly string[] = [],
): SegmentSpec {
  const values = qualifiers.split(' ');
  const qualifier = element('R', qualifierOf[id], { codes: codes(...values) });
  return segment(id, name, usage, max, [qualifier, ...rest], { key, when: [elementIs(1, ...values)], rules });
}

/** Data element number of the first element. */
const qualifierOf = { AMT: 522, DTM: 374, NM1: 98, QTY: 673, REF: 128 };

/** N3. */
export function addressSegment(name: string, usage: Usage): SegmentSpec {
  return segment('N3', name, usage, 1, elementList('R166 S166'));
}

/** N4. */
export function citySegment(name: string, usage: Usage): SegmentSpec {
  const elements = elementList('R19 S156 S116 S26 N309 N310 S1715');
  return segment('N4', name, usage, 1, elements, { rules: ['E0207', 'C0605', 'C0704'] });
}

export function referenceSegment(
  key: string,
  name: string,
  max: number,
  qualifiers: Qualifiers,
): SegmentSpec {
  const rest = [...elementList('R127 N352'), composite('N', 'C040', [])];
  return qualifiedSegment('REF', key, name, ['S', max], qualifiers, rest, ['R0203']);
}

/** DTM. */
export function dateTimeSegment(key: string, name: string, max: number, qualifiers: Qualifiers): SegmentSpec {
  const rest = elementList('R373 N337 N623 N1250 N1251');
  return qualifiedSegment('DTM', key, name, ['S', max], qualifiers, rest, ['R020305', 'C0403', 'P0506']);
}

/** DTP with the qualifier of its key. */
export function periodSegment(key: string, name: string, usage: Usage, formats: CodeList): SegmentSpec {
  const qualifier = key.replace('DTP-', '');
  const elements = [
    ...elementList(`R374=${qualifier}`),
    element('R', 1250, { codes: formats }),
    element('R', 1251),
  ];
  return segment('DTP', name, usage, 1, elements, { key, when: [elementIs(1, qualifier)] });
}

/** NM1; `rest` lists NM102 to NM109. */
export function nameSegment(
  key: string,
  title: string,
  usage: Usage,
  entities: Qualifiers,
  rest: string,
): SegmentSpec {
  const elements = elementList(`${rest} N706 N98 N1035`);
  return qualifiedSegment('NM1', key, title, [usage, 1], entities, elements, ['P0809', 'C1110', 'C1203']);
}

/** AMT. */
export function amountSegment(key: string, title: string, max: number, qualifiers: Qualifiers): SegmentSpec {
  return qualifiedSegment('AMT', key, title, ['S', max], qualifiers, elementList('R782 N478'));
}

/** QTY. */
export function quantitySegment(
  key: string,
  title: string,
  max: number,
  qualifiers: Qualifiers,
): SegmentSpec {
  const rest = [element('R', 380), composite('N', 'C001', []), element('N', 61)];
  return qualifiedSegment('QTY', key, title, ['S', max], qualifiers, rest, ['E0204', 'R0204']);
}

/** C003: qualifier, code, four modifiers, description. `qualifiers` are separated by commas. */
export function procedureComposite(
  usage: Usage,
  qualifiers: string,
  description: Usage = 'N',
): AnyElementSpec {
  return composite(usage, 'C003', elementList(`R235=${qualifiers} R234 S1339x4 ${description}352 N234`));
}
