import {
  type ElementSpec,
  element,
  elementIs,
  type LoopSpec,
  type SegmentSpec,
  segment,
  type Usage,
} from '../../guide/guide.ts';
import { addressSegments, nameSegment, reportedBy } from '../shapes.ts';
import { situationalLoop } from './segments.ts';

/** Segments of parties and of hierarchical levels. */

/** NM102 to NM107 by entity type: 1 person, 2 organization. */
export const person = 'R1065=1 R1035 S1036 S1037 N1038 S1039';
export const personOrOrganization = 'R1065=1,2 R1035 S1036 S1037 N1038 S1039';
/** NM103 to NM107 of an organization, and of a party without name. */
export const organizationName = 'R1035 N1036!V044 N1037 N1038 N1039';
export const nameless = 'N1035 N1036 N1037 N1038 N1039';
export const organization = `R1065=2 ${organizationName}`;
/** NM108 and NM109 of a provider. */
export const npi = 'S66=XX S67';

/** NM1 with its entity codes, NM102 to NM107, and NM108 with NM109. */
export function entityName(entities: string, name: string, id = 'N66 N67'): SegmentSpec {
  return nameSegment('Name', 'R', entities, `${name} ${id}`);
}

/** N3 and N4. State and ZIP code are required in the United States and Canada only, so they are situational here. */
export function address(usage: Usage, edit?: string): SegmentSpec[] {
  return addressSegments('Address', usage, edit);
}

export function demographics(usage: Usage, edit?: string): SegmentSpec {
  const elements = [
    'R1250=D8',
    element('R', 1251, { name: 'Birth Date', edit: 'V038' }),
    'R1068=F,M,U!V038 N1067 NC056 N1066 N26 N659 N380 N1270 N1271',
  ];
  const rules = ['P0102', 'P1011', 'C1105'];
  return segment('DMG', 'Demographic Information', usage, 1, elements, { rules, edit });
}

/** PER with the qualifiers of its numbers. An extension is never the first number. */
export function contact(max: number, numbers: string, usage: Usage = 'S', edit?: string): SegmentSpec {
  const by = reportedBy(edit);
  // After a telephone number alone, the next number is its extension.
  const further =
    numbers === 'TE' ? 'S365=EX S364 N365 N364' : `S365=${numbers},EX S364 S365=${numbers},EX S364`;
  const elements = `R366=IC S93 R365=${numbers}${by} R364${by} ${further} N443`;
  const rules = ['P0304', 'P0506', 'P0708'];
  return segment('PER', 'Contact Information', usage, max, elements, { rules, edit });
}

export function providerTaxonomy(role: string): SegmentSpec {
  const elements = `R1221=${role} R128=PXC!V030 R127!V030 N156 NC035 N1223`;
  return segment('PRV', 'Provider Taxonomy', 'S', 1, elements, { rules: ['P0203'] });
}

export function hierarchicalLevel(level: string, parent: Usage, children: string): SegmentSpec {
  const elements = `R628!V015 ${parent}734!V015 R735=${level}!V015 R736=${children}!V016`;
  return segment('HL', 'Hierarchical Level', 'R', 1, elements, { when: [elementIs(3, level)] });
}

/** SBR. `relationship` lists SBR02. */
export function subscriberInformation(relationship: string, filing: ElementSpec): SegmentSpec {
  const payer = `R1138=A,B,C,D,E,F,G,H,P,S,T,U!V032 ${relationship} S127 S93`;
  const medicareSecondary = 'S1336=12,13,14,15,16,41,42,43,47 N1143 N1073 N584';
  return segment('SBR', 'Subscriber Information', 'R', 1, [payer, medicareSecondary, filing]);
}

export function ambulanceLocations(pickUp: string, dropOff: string): LoopSpec[] {
  const dropOffName = 'R1065=2 S1035 N1036!V044 N1037 N1038 N1039';
  return [
    situationalLoop(pickUp, 'Ambulance Pick-up Location', 1, [
      entityName('PW', `R1065=2 ${nameless}`),
      ...address('R'),
    ]),
    situationalLoop(dropOff, 'Ambulance Drop-off Location', 1, [
      entityName('45', dropOffName),
      ...address('R'),
    ]),
  ];
}
