import {
  elementIs,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../../guide/guide.ts';
import { addressSegment, citySegment, dateTimeSegment, elementList, referenceSegment } from '../shapes.ts';

const payment = [
  'R305=C,D,H,I,P,U,X R782 R478=C,D R591=ACH,BOP,CHK,FWT,NON S812=CCP,CTX S506=01,04 S507 S569=DA',
  'S508 S509 S510 S506=01,04 S507 S569=DA,SG S508 R373 N1048 N506 N507 N569 N508',
];

/** BPR, TRN, CUR, the header REFs and DTM*405. */
export const headerSegments: readonly SegmentSpec[] = [
  segment('BPR', 'Financial Information', 'R', 1, payment.flatMap(elementList), {
    rules: ['P0607', 'C0809', 'P1213', 'C1415', 'P1819', 'C2021'],
  }),
  segment('TRN', 'Reassociation Trace Number', 'R', 1, elementList('R481=1 R127 R509 S127')),
  // CUR03 to CUR21 (exchange rate, market, dates) are not used.
  segment('CUR', 'Foreign Currency Information', 'S', 1, elementList('R98=PR R100 N280')),
  referenceSegment('REF-EV', 'Receiver Identification', 1, 'EV'),
  referenceSegment('REF-F2', 'Version Identification', 1, 'F2'),
  dateTimeSegment('DTM-405', 'Production Date', 1, '405'),
];

/** PER by its function (PER01); `elements` lists PER02 to PER08. */
function contactSegment(
  contact: string,
  title: string,
  usage: Usage,
  max: number,
  elements: string,
): SegmentSpec {
  return segment('PER', title, usage, max, elementList(`R366=${contact} ${elements} N443`), {
    key: `PER-${contact}`,
    when: [elementIs(1, contact)],
    rules: ['P0304', 'P0506', 'P0708'],
  });
}

const businessContact = 'S93 S365=EM,FX,TE S364 S365=EM,EX,FX,TE S364 S365=EX S364';
const technicalContact = 'S93 S365=EM,TE,UR S364 S365=EM,EX,FX,TE,UR S364 S365=EM,EX,FX,UR S364';
const webSite = 'N93 R365=UR R364 N365 N364 N365 N364';

/** N1 of payer or payee. */
function partySegment(title: string, entity: string, elements: string): SegmentSpec {
  const rules = ['R0203', 'P0304'];
  return segment('N1', title, 'R', 1, elementList(elements), { when: [elementIs(1, entity)], rules });
}

export const payerLoop: LoopSpec = loop('1000A', 'Payer Identification', 'R', 1, [
  partySegment('Payer Identification', 'PR', 'R98=PR R93 S66=XV S67 N706 N98'),
  addressSegment('Payer Address', 'R'),
  citySegment('Payer City, State, ZIP Code', 'R'),
  referenceSegment('REF', 'Additional Payer Identification', 4, '2U EO HI NF'),
  contactSegment('CX', 'Payer Business Contact Information', 'S', 1, businessContact),
  contactSegment('BL', 'Payer Technical Contact Information', 'R', unbounded, technicalContact),
  contactSegment('IC', 'Payer Web Site', 'S', 1, webSite),
]);

export const payeeLoop: LoopSpec = loop('1000B', 'Payee Identification', 'R', 1, [
  partySegment('Payee Identification', 'PE', 'R98=PE R93 R66=FI,XV,XX R67 N706 N98'),
  addressSegment('Payee Address', 'S'),
  citySegment('Payee City, State, ZIP Code', 'S'),
  referenceSegment('REF', 'Payee Additional Identification', unbounded, '0B D3 PQ TJ'),
  segment('RDM', 'Remittance Delivery Method', 'S', 1, elementList('R756=BM,EM,FT,OL S93 S364')),
]);
