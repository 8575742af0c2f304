import { type CodeList, codes } from '../guide/code-list.ts';
import {
  type AnyElementSpec,
  composite,
  on,
  type SegmentSpec,
  segment,
  type Usage,
  unused,
  use,
} from '../guide/guide.ts';

/** The everyday segments as the 835 and the 277CA use them; what differs from place to place is a parameter. */

export function n3(name: string, usage: Usage): SegmentSpec {
  return segment('N3', name, usage, 1, [use('R', 166), use('S', 166)]);
}

export function n4(name: string, usage: Usage): SegmentSpec {
  return segment(
    'N4',
    name,
    usage,
    1,
    [use('R', 19), use('S', 156), use('S', 116), use('S', 26), unused(309), unused(310), use('S', 1715)],
    { rules: ['E0207', 'C0605', 'C0704'] },
  );
}

/** A REF told from its neighbours by REF01. */
export function reference(
  key: string,
  name: string,
  max: number,
  qualifiers: readonly string[],
  usage: Usage = 'S',
): SegmentSpec {
  const elements = [
    use('R', 128, { codes: codes(...qualifiers) }),
    use('R', 127),
    unused(352),
    composite('N', 'C040', []),
  ];
  return segment('REF', name, usage, max, elements, {
    key,
    when: [on(1, ...qualifiers)],
    rules: ['R0203'],
  });
}

/** A DTM told from its neighbours by DTM01. */
export function dateTime(
  key: string,
  name: string,
  max: number,
  qualifiers: readonly string[],
  usage: Usage = 'S',
): SegmentSpec {
  const elements = [
    use('R', 374, { codes: codes(...qualifiers) }),
    use('R', 373),
    unused(337),
    unused(623),
    unused(1250),
    unused(1251),
  ];
  return segment('DTM', name, usage, max, elements, {
    key,
    when: [on(1, ...qualifiers)],
    rules: ['R020305', 'C0403', 'P0506'],
  });
}

/** A DTP told from its neighbours by DTP01. */
export function period(key: string, name: string, usage: Usage, formats: CodeList): SegmentSpec {
  const qualifier = key.replace('DTP-', '');
  const elements = [
    use('R', 374, { codes: codes(qualifier) }),
    use('R', 1250, { codes: formats }),
    use('R', 1251),
  ];
  return segment('DTP', name, usage, 1, elements, { key, when: [on(1, qualifier)] });
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
export function name(
  key: string,
  title: string,
  entities: readonly string[],
  options: NameOptions,
): SegmentSpec {
  const { usage, types, lastName, firstName = 'S', middleName = 'S', prefix = 'N', suffix = 'S' } = options;
  const elements = [
    use('R', 98, { codes: codes(...entities) }),
    use('R', 1065, { codes: codes(...types) }),
    use(lastName, 1035),
    use(firstName, 1036),
    use(middleName, 1037),
    use(prefix, 1038),
    use(suffix, 1039),
    use(options.id, 66, { codes: codes(...options.idQualifiers) }),
    use(options.id, 67),
    unused(706),
    unused(98),
    unused(1035),
  ];
  return segment('NM1', title, usage, 1, elements, {
    key,
    when: [on(1, ...entities)],
    rules: ['P0809', 'C1110', 'C1203'],
  });
}

/** An AMT or QTY told from its neighbours by its first element. */
export function amount(key: string, title: string, max: number, qualifiers: readonly string[]): SegmentSpec {
  const elements = [use('R', 522, { codes: codes(...qualifiers) }), use('R', 782), unused(478)];
  return segment('AMT', title, 'S', max, elements, { key, when: [on(1, ...qualifiers)] });
}

export function quantity(
  key: string,
  title: string,
  max: number,
  qualifiers: readonly string[],
): SegmentSpec {
  const elements = [
    use('R', 673, { codes: codes(...qualifiers) }),
    use('R', 380),
    composite('N', 'C001', []),
    unused(61),
  ];
  return segment('QTY', title, 'S', max, elements, {
    key,
    when: [on(1, ...qualifiers)],
    rules: ['E0204', 'R0204'],
  });
}

/** A procedure composite (C003): qualifier, code, four modifiers, description. */
export function procedure(
  usage: Usage,
  qualifiers: readonly string[],
  description: Usage = 'N',
): AnyElementSpec {
  return composite(usage, 'C003', [
    use('R', 235, { codes: codes(...qualifiers) }),
    use('R', 234),
    use('S', 1339),
    use('S', 1339),
    use('S', 1339),
    use('S', 1339),
    use(description, 352),
    unused(234),
  ]);
}
