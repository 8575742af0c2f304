import { codes } from '../../guide/code-list.ts';
import {
  type ElementSpec,
  on,
  type SegmentSpec,
  segment,
  type Usage,
  unused,
  use,
} from '../../guide/guide.ts';
import { editOf, unusedComposite } from './segments.ts';

/** Segments that tell of a party, and of its place in the hierarchy. */

interface NameOptions {
  /** NM101. */
  readonly entities: readonly string[];
  /** NM102; 1 person, 2 organization. */
  readonly types: readonly string[];
  /** NM103; the first name and the other parts of a person's name follow it. */
  readonly name: Usage;
  /** NM107; as the other parts of a person's name unless given. */
  readonly suffix?: Usage;
  /** NM108. */
  readonly id?: { readonly usage: Usage; readonly qualifiers: readonly string[] };
  readonly edit?: string;
  readonly typeEdit?: string;
  readonly idEdit?: string;
}

export function entityName(options: NameOptions): SegmentSpec {
  const { entities, types, name, id, edit, typeEdit, idEdit } = options;
  const person: Usage = types.includes('1') && name !== 'N' ? 'S' : 'N';
  const { suffix = person } = options;
  const idUsage = id?.usage ?? 'N';
  return segment(
    'NM1',
    'Name',
    'R',
    1,
    [
      use('R', 98, { codes: codes(...entities) }),
      use('R', 1065, { codes: codes(...types), ...editOf(typeEdit ?? edit) }),
      use(name, 1035, editOf(edit)),
      use(person, 1036, person === 'N' && name !== 'N' ? { edit: 'V044' } : {}),
      use(person, 1037),
      unused(1038),
      use(suffix, 1039),
      use(idUsage, 66, id ? { codes: codes(...id.qualifiers), ...editOf(idEdit ?? edit) } : {}),
      use(idUsage, 67, editOf(idEdit ?? edit)),
      unused(706),
      unused(98),
      unused(1035),
    ],
    { when: [on(1, ...entities)], rules: ['P0809', 'C1110', 'C1203'] },
  );
}

export function streetAddress(usage: Usage, edit?: string): SegmentSpec {
  return segment('N3', 'Address', usage, 1, [use('R', 166), use('S', 166)], editOf(edit));
}

/** State and ZIP are required of an address in the United States or Canada only, so they are situational here. */
export function cityStateZip(usage: Usage, edit?: string): SegmentSpec {
  return segment(
    'N4',
    'City, State, ZIP Code',
    usage,
    1,
    [
      use('R', 19, editOf(edit)),
      use('S', 156),
      use('S', 116),
      use('S', 26),
      unused(309),
      unused(310),
      use('S', 1715),
    ],
    { rules: ['E0207', 'C0605', 'C0704'], ...editOf(edit) },
  );
}

export function demographics(usage: Usage, edit?: string): SegmentSpec {
  return segment(
    'DMG',
    'Demographic Information',
    usage,
    1,
    [
      use('R', 1250, { codes: codes('D8') }),
      use('R', 1251, { name: 'Birth Date', edit: 'V038' }),
      use('R', 1068, { codes: codes('F', 'M', 'U'), edit: 'V038' }),
      unused(1067),
      unusedComposite('C056'),
      unused(1066),
      unused(26),
      unused(659),
      unused(380),
      unused(1270),
      unused(1271),
    ],
    { rules: ['P0102', 'P1011', 'C1105'], ...editOf(edit) },
  );
}

interface ContactOptions {
  readonly max: number;
  /** PER03 and the later qualifiers; an extension is never the first. */
  readonly numbers: readonly string[];
  readonly usage?: Usage;
  /** How many pairs of qualifier and number the loop allows. */
  readonly pairs?: 2 | 3;
  readonly edit?: string;
}

export function contact({ max, numbers, usage = 'S', pairs = 3, edit }: ContactOptions): SegmentSpec {
  const first = codes(...numbers);
  const third = pairs === 3;
  // Where there is one number only, what follows it is its extension.
  const further = third ? codes(...numbers, 'EX') : codes('EX');
  return segment(
    'PER',
    'Contact Information',
    usage,
    max,
    [
      use('R', 366, { codes: codes('IC') }),
      use('S', 93),
      use('R', 365, { codes: first, ...editOf(edit) }),
      use('R', 364, editOf(edit)),
      use('S', 365, { codes: further }),
      use('S', 364),
      third ? use('S', 365, { codes: further }) : unused(365),
      third ? use('S', 364) : unused(364),
      unused(443),
    ],
    { rules: ['P0304', 'P0506', 'P0708'], ...editOf(edit) },
  );
}

export function providerTaxonomy(role: string): SegmentSpec {
  return segment(
    'PRV',
    'Provider Taxonomy',
    'S',
    1,
    [
      use('R', 1221, { codes: codes(role) }),
      use('R', 128, { codes: codes('PXC'), edit: 'V030' }),
      use('R', 127, { edit: 'V030' }),
      unused(156),
      unusedComposite('C035'),
      unused(1223),
    ],
    { rules: ['P0203'] },
  );
}

export function hierarchicalLevel(level: string, parent: Usage, children: readonly string[]): SegmentSpec {
  return segment(
    'HL',
    'Hierarchical Level',
    'R',
    1,
    [
      use('R', 628, { edit: 'V015' }),
      use(parent, 734, { edit: 'V015' }),
      use('R', 735, { codes: codes(level), edit: 'V015' }),
      use('R', 736, { codes: codes(...children), edit: 'V016' }),
    ],
    { when: [on(3, level)] },
  );
}

const payerSequences = codes('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'P', 'S', 'T', 'U');
const medicareSecondaryTypes = codes('12', '13', '14', '15', '16', '41', '42', '43', '47');

interface SubscriberOptions {
  /** SBR02. */
  readonly relationship: ElementSpec;
  /** SBR09. */
  readonly filing: ElementSpec;
}

export function subscriberInformation({ relationship, filing }: SubscriberOptions): SegmentSpec {
  return segment('SBR', 'Subscriber Information', 'R', 1, [
    use('R', 1138, { codes: payerSequences, edit: 'V032' }),
    relationship,
    use('S', 127),
    use('S', 93),
    use('S', 1336, { codes: medicareSecondaryTypes }),
    unused(1143),
    unused(1073),
    unused(584),
    filing,
  ]);
}
