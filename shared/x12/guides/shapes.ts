import { type CodeList, codes } from '../guide/code-list.ts';
import {
  type AnyElementSpec,
  composite,
  element,
  elementIs,
  notUsed,
  type SegmentSpec,
  segment,
  type Usage,
} from '../guide/guide.ts';

/**
 * Segments that the guides of 835 and 277CA share. `qualifiers` are codes separated by blanks; the first element of a
 * segment must be one of them, which distinguishes segments with the same id.
 */
type Qualifiers = string;

function listed(qualifiers: Qualifiers): { readonly list: CodeList; readonly values: readonly string[] } {
  const values = qualifiers.split(' ');
  return { list: codes(...values), values };
}

/** Elements without code lists, as usage (R required, S situational, N not used) and data element number. */
export function elementList(list: string): AnyElementSpec[] {
  return list.split(' ').map((one) => {
    const ref = Number(one.slice(1));
    return one.startsWith('N') ? notUsed(ref) : element(one.startsWith('R') ? 'R' : 'S', ref);
  });
}

/** N3. */
export function addressSegment(name: string, usage: Usage): SegmentSpec {
  return segment('N3', name, usage, 1, [element('R', 166), element('S', 166)]);
}

/** N4. */
export function citySegment(name: string, usage: Usage): SegmentSpec {
  const rest = [
    element('S', 156),
    element('S', 116),
    element('S', 26),
    notUsed(309),
    notUsed(310),
    element('S', 1715),
  ];
  return segment('N4', name, usage, 1, [element('R', 19), ...rest], { rules: ['E0207', 'C0605', 'C0704'] });
}

export function referenceSegment(
  key: string,
  name: string,
  max: number,
  qualifiers: Qualifiers,
): SegmentSpec {
  const { list, values } = listed(qualifiers);
  const elements = [
    element('R', 128, { codes: list }),
    element('R', 127),
    notUsed(352),
    composite('N', 'C040', []),
  ];
  return segment('REF', name, 'S', max, elements, { key, when: [elementIs(1, ...values)], rules: ['R0203'] });
}

/** DTM. */
export function dateTimeSegment(key: string, name: string, max: number, qualifiers: Qualifiers): SegmentSpec {
  const { list, values } = listed(qualifiers);
  const rest = [notUsed(337), notUsed(623), notUsed(1250), notUsed(1251)];
  return segment('DTM', name, 'S', max, [element('R', 374, { codes: list }), element('R', 373), ...rest], {
    key,
    when: [elementIs(1, ...values)],
    rules: ['R020305', 'C0403', 'P0506'],
  });
}

/** DTP with the qualifier of its key. */
export function periodSegment(key: string, name: string, usage: Usage, formats: CodeList): SegmentSpec {
  const qualifier = key.replace('DTP-', '');
  const elements = [
    element('R', 374, { codes: codes(qualifier) }),
    element('R', 1250, { codes: formats }),
    element('R', 1251),
  ];
  return segment('DTP', name, usage, 1, elements, { key, when: [elementIs(1, qualifier)] });
}

interface NameOptions {
  readonly usage: Usage;
  /** NM102: 1 person, 2 organization. */
  readonly types: Qualifiers;
  readonly lastName: Usage;
  readonly firstName?: Usage;
  readonly middleName?: Usage;
  readonly prefix?: Usage;
  readonly suffix?: Usage;
  readonly id: Usage;
  readonly idQualifiers: Qualifiers;
}

/** NM1. */
export function nameSegment(
  key: string,
  title: string,
  entities: Qualifiers,
  options: NameOptions,
): SegmentSpec {
  const { usage, types, lastName, firstName = 'S', middleName = 'S', prefix = 'N', suffix = 'S' } = options;
  const { list, values } = listed(entities);
  const elements = [
    element('R', 98, { codes: list }),
    element('R', 1065, { codes: listed(types).list }),
    element(lastName, 1035),
    element(firstName, 1036),
    element(middleName, 1037),
    element(prefix, 1038),
    element(suffix, 1039),
    element(options.id, 66, { codes: listed(options.idQualifiers).list }),
    element(options.id, 67),
    notUsed(706),
    notUsed(98),
    notUsed(1035),
  ];
  const rules = ['P0809', 'C1110', 'C1203'];
  return segment('NM1', title, usage, 1, elements, { key, when: [elementIs(1, ...values)], rules });
}

/** AMT. */
export function amountSegment(key: string, title: string, max: number, qualifiers: Qualifiers): SegmentSpec {
  const { list, values } = listed(qualifiers);
  const elements = [element('R', 522, { codes: list }), element('R', 782), notUsed(478)];
  return segment('AMT', title, 'S', max, elements, { key, when: [elementIs(1, ...values)] });
}

/** QTY. */
export function quantitySegment(
  key: string,
  title: string,
  max: number,
  qualifiers: Qualifiers,
): SegmentSpec {
  const { list, values } = listed(qualifiers);
  const elements = [
    element('R', 673, { codes: list }),
    element('R', 380),
    composite('N', 'C001', []),
    notUsed(61),
  ];
  const rules = ['E0204', 'R0204'];
  return segment('QTY', title, 'S', max, elements, { key, when: [elementIs(1, ...values)], rules });
}

/** C003: qualifier, code, four modifiers, description. */
export function procedureComposite(
  usage: Usage,
  qualifiers: Qualifiers,
  description: Usage = 'N',
): AnyElementSpec {
  return composite(usage, 'C003', [
    element('R', 235, { codes: listed(qualifiers).list }),
    element('R', 234),
    ...Array.from({ length: 4 }, () => element('S', 1339)),
    element(description, 352),
    notUsed(234),
  ]);
}
