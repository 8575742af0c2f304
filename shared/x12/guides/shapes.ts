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

/** The everyday segments as the 835 and the 277CA use them; what differs from place to place is a parameter. */

export function addressSegment(name: string, usage: Usage): SegmentSpec {
  return segment('N3', name, usage, 1, [element('R', 166), element('S', 166)]);
}

export function citySegment(name: string, usage: Usage): SegmentSpec {
  return segment(
    'N4',
    name,
    usage,
    1,
    [
      element('R', 19),
      element('S', 156),
      element('S', 116),
      element('S', 26),
      notUsed(309),
      notUsed(310),
      element('S', 1715),
    ],
    { rules: ['E0207', 'C0605', 'C0704'] },
  );
}

/** A REF told from its neighbours by REF01. */
export function referenceSegment(
  key: string,
  name: string,
  max: number,
  qualifiers: readonly string[],
  usage: Usage = 'S',
): SegmentSpec {
  const elements = [
    element('R', 128, { codes: codes(...qualifiers) }),
    element('R', 127),
    notUsed(352),
    composite('N', 'C040', []),
  ];
  return segment('REF', name, usage, max, elements, {
    key,
    when: [elementIs(1, ...qualifiers)],
    rules: ['R0203'],
  });
}

/** A DTM told from its neighbours by DTM01. */
export function dateTimeSegment(
  key: string,
  name: string,
  max: number,
  qualifiers: readonly string[],
  usage: Usage = 'S',
): SegmentSpec {
  const elements = [
    element('R', 374, { codes: codes(...qualifiers) }),
    element('R', 373),
    notUsed(337),
    notUsed(623),
    notUsed(1250),
    notUsed(1251),
  ];
  return segment('DTM', name, usage, max, elements, {
    key,
    when: [elementIs(1, ...qualifiers)],
    rules: ['R020305', 'C0403', 'P0506'],
  });
}

/** A DTP told from its neighbours by DTP01. */
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
  readonly types: readonly string[];
  readonly lastName: Usage;
  readonly firstName?: Usage;
  readonly middleName?: Usage;
  readonly prefix?: Usage;
  readonly suffix?: Usage;
  readonly id: Usage;
  readonly idQualifiers: readonly string[];
}

/** An NM1 told from its neighbours by NM101. */
export function nameSegment(
  key: string,
  title: string,
  entities: readonly string[],
  options: NameOptions,
): SegmentSpec {
  const { usage, types, lastName, firstName = 'S', middleName = 'S', prefix = 'N', suffix = 'S' } = options;
  const elements = [
    element('R', 98, { codes: codes(...entities) }),
    element('R', 1065, { codes: codes(...types) }),
    element(lastName, 1035),
    element(firstName, 1036),
    element(middleName, 1037),
    element(prefix, 1038),
    element(suffix, 1039),
    element(options.id, 66, { codes: codes(...options.idQualifiers) }),
    element(options.id, 67),
    notUsed(706),
    notUsed(98),
    notUsed(1035),
  ];
  return segment('NM1', title, usage, 1, elements, {
    key,
    when: [elementIs(1, ...entities)],
    rules: ['P0809', 'C1110', 'C1203'],
  });
}

/** An AMT or QTY told from its neighbours by its first element. */
export function amountSegment(
  key: string,
  title: string,
  max: number,
  qualifiers: readonly string[],
): SegmentSpec {
  const elements = [element('R', 522, { codes: codes(...qualifiers) }), element('R', 782), notUsed(478)];
  return segment('AMT', title, 'S', max, elements, { key, when: [elementIs(1, ...qualifiers)] });
}

export function quantitySegment(
  key: string,
  title: string,
  max: number,
  qualifiers: readonly string[],
): SegmentSpec {
  const elements = [
    element('R', 673, { codes: codes(...qualifiers) }),
    element('R', 380),
    composite('N', 'C001', []),
    notUsed(61),
  ];
  return segment('QTY', title, 'S', max, elements, {
    key,
    when: [elementIs(1, ...qualifiers)],
    rules: ['E0204', 'R0204'],
  });
}

/** A procedure composite (C003): qualifier, code, four modifiers, description. */
export function procedureComposite(
  usage: Usage,
  qualifiers: readonly string[],
  description: Usage = 'N',
): AnyElementSpec {
  return composite(usage, 'C003', [
    element('R', 235, { codes: codes(...qualifiers) }),
    element('R', 234),
    element('S', 1339),
    element('S', 1339),
    element('S', 1339),
    element('S', 1339),
    element(description, 352),
    notUsed(234),
  ]);
}
