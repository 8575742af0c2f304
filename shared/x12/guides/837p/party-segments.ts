import { codes } from '../../guide/code-list.ts';
import {
  type ElementSpec,
  element,
  elementIs,
  type LoopSpec,
  loop,
  notUsed,
  type SegmentSpec,
  segment,
  type Usage,
} from '../../guide/guide.ts';
import { editOf, notUsedComposite, strayReference } from './segments.ts';

/** Segments of parties and of hierarchical levels. */

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
      element('R', 98, { codes: codes(...entities) }),
      element('R', 1065, { codes: codes(...types), ...editOf(typeEdit ?? edit) }),
      element(name, 1035, editOf(edit)),
      element(person, 1036, person === 'N' && name !== 'N' ? { edit: 'V044' } : {}),
      element(person, 1037),
      notUsed(1038),
      element(suffix, 1039),
      element(idUsage, 66, id ? { codes: codes(...id.qualifiers), ...editOf(idEdit ?? edit) } : {}),
      element(idUsage, 67, editOf(idEdit ?? edit)),
      notUsed(706),
      notUsed(98),
      notUsed(1035),
    ],
    { when: [elementIs(1, ...entities)], rules: ['P0809', 'C1110', 'C1203'] },
  );
}

export function streetAddress(usage: Usage, edit?: string): SegmentSpec {
  return segment('N3', 'Address', usage, 1, [element('R', 166), element('S', 166)], editOf(edit));
}

/** State and ZIP are required in the United States and Canada only, so they are situational here. */
export function cityStateZip(usage: Usage, edit?: string): SegmentSpec {
  return segment(
    'N4',
    'City, State, ZIP Code',
    usage,
    1,
    [
      element('R', 19, editOf(edit)),
      element('S', 156),
      element('S', 116),
      element('S', 26),
      notUsed(309),
      notUsed(310),
      element('S', 1715),
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
      element('R', 1250, { codes: codes('D8') }),
      element('R', 1251, { name: 'Birth Date', edit: 'V038' }),
      element('R', 1068, { codes: codes('F', 'M', 'U'), edit: 'V038' }),
      notUsed(1067),
      notUsedComposite('C056'),
      notUsed(1066),
      notUsed(26),
      notUsed(659),
      notUsed(380),
      notUsed(1270),
      notUsed(1271),
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
  // With one number only, the next pair is its extension.
  const further = third ? codes(...numbers, 'EX') : codes('EX');
  return segment(
    'PER',
    'Contact Information',
    usage,
    max,
    [
      element('R', 366, { codes: codes('IC') }),
      element('S', 93),
      element('R', 365, { codes: first, ...editOf(edit) }),
      element('R', 364, editOf(edit)),
      element('S', 365, { codes: further }),
      element('S', 364),
      third ? element('S', 365, { codes: further }) : notUsed(365),
      third ? element('S', 364) : notUsed(364),
      notUsed(443),
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
      element('R', 1221, { codes: codes(role) }),
      element('R', 128, { codes: codes('PXC'), edit: 'V030' }),
      element('R', 127, { edit: 'V030' }),
      notUsed(156),
      notUsedComposite('C035'),
      notUsed(1223),
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
      element('R', 628, { edit: 'V015' }),
      element(parent, 734, { edit: 'V015' }),
      element('R', 735, { codes: codes(level), edit: 'V015' }),
      element('R', 736, { codes: codes(...children), edit: 'V016' }),
    ],
    { when: [elementIs(3, level)] },
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
    element('R', 1138, { codes: payerSequences, edit: 'V032' }),
    relationship,
    element('S', 127),
    element('S', 93),
    element('S', 1336, { codes: medicareSecondaryTypes }),
    notUsed(1143),
    notUsed(1073),
    notUsed(584),
    filing,
  ]);
}

/** A situational NM1 loop that has secondary numbers. */
export function partyLoop(id: string, name: string, max: number, children: readonly SegmentSpec[]): LoopSpec {
  return loop(id, name, 'S', max, children, strayReference);
}
