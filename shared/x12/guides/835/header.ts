import { codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  element,
  elementIs,
  type LoopSpec,
  loop,
  notUsed,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../../guide/guide.ts';
import { addressSegment, citySegment, dateTimeSegment, elementList, referenceSegment } from '../shapes.ts';

/** BPR, TRN, CUR, the header REFs and DTM*405. */
export const headerSegments: readonly SegmentSpec[] = [
  segment(
    'BPR',
    'Financial Information',
    'R',
    1,
    [
      element('R', 305, { codes: codes('C', 'D', 'H', 'I', 'P', 'U', 'X') }),
      element('R', 782),
      element('R', 478, { codes: codes('C', 'D') }),
      element('R', 591, { codes: codes('ACH', 'BOP', 'CHK', 'FWT', 'NON') }),
      element('S', 812, { codes: codes('CCP', 'CTX') }),
      element('S', 506, { codes: codes('01', '04') }),
      element('S', 507),
      element('S', 569, { codes: codes('DA') }),
      ...elementList('S508 S509 S510'),
      element('S', 506, { codes: codes('01', '04') }),
      element('S', 507),
      element('S', 569, { codes: codes('DA', 'SG') }),
      ...elementList('S508 R373 N1048 N506 N507 N569 N508'),
    ],
    { rules: ['P0607', 'C0809', 'P1213', 'C1415', 'P1819', 'C2021'] },
  ),
  segment('TRN', 'Reassociation Trace Number', 'R', 1, [
    element('R', 481, { codes: codes('1') }),
    ...elementList('R127 R509 S127'),
  ]),
  // CUR03 to CUR21 (exchange rate, market, dates) are not used.
  segment('CUR', 'Foreign Currency Information', 'S', 1, [
    element('R', 98, { codes: codes('PR') }),
    element('R', 100),
    notUsed(280),
  ]),
  referenceSegment('REF-EV', 'Receiver Identification', 1, 'EV'),
  referenceSegment('REF-F2', 'Version Identification', 1, 'F2'),
  dateTimeSegment('DTM-405', 'Production Date', 1, '405'),
];

const phone = codes('EM', 'FX', 'TE');
const phoneOrExtension = codes('EM', 'EX', 'FX', 'TE');

/** PER by its function (PER01). */
function contactSegment(
  contact: string,
  title: string,
  usage: Usage,
  max: number,
  elements: readonly AnyElementSpec[],
): SegmentSpec {
  return segment(
    'PER',
    title,
    usage,
    max,
    [element('R', 366, { codes: codes(contact) }), ...elements, notUsed(443)],
    { key: `PER-${contact}`, when: [elementIs(1, contact)], rules: ['P0304', 'P0506', 'P0708'] },
  );
}

export const payerLoop: LoopSpec = loop('1000A', 'Payer Identification', 'R', 1, [
  segment(
    'N1',
    'Payer Identification',
    'R',
    1,
    [
      element('R', 98, { codes: codes('PR') }),
      element('R', 93),
      element('S', 66, { codes: codes('XV') }),
      ...elementList('S67 N706 N98'),
    ],
    { when: [elementIs(1, 'PR')], rules: ['R0203', 'P0304'] },
  ),
  addressSegment('Payer Address', 'R'),
  citySegment('Payer City, State, ZIP Code', 'R'),
  referenceSegment('REF', 'Additional Payer Identification', 4, '2U EO HI NF'),
  contactSegment('CX', 'Payer Business Contact Information', 'S', 1, [
    element('S', 93),
    element('S', 365, { codes: phone }),
    element('S', 364),
    element('S', 365, { codes: phoneOrExtension }),
    element('S', 364),
    element('S', 365, { codes: codes('EX') }),
    element('S', 364),
  ]),
  contactSegment('BL', 'Payer Technical Contact Information', 'R', unbounded, [
    element('S', 93),
    element('S', 365, { codes: codes('EM', 'TE', 'UR') }),
    element('S', 364),
    element('S', 365, { codes: codes('EM', 'EX', 'FX', 'TE', 'UR') }),
    element('S', 364),
    element('S', 365, { codes: codes('EM', 'EX', 'FX', 'UR') }),
    element('S', 364),
  ]),
  contactSegment('IC', 'Payer Web Site', 'S', 1, [
    notUsed(93),
    element('R', 365, { codes: codes('UR') }),
    ...elementList('R364 N365 N364 N365 N364'),
  ]),
]);

export const payeeLoop: LoopSpec = loop('1000B', 'Payee Identification', 'R', 1, [
  segment(
    'N1',
    'Payee Identification',
    'R',
    1,
    [
      element('R', 98, { codes: codes('PE') }),
      element('R', 93),
      element('R', 66, { codes: codes('FI', 'XV', 'XX') }),
      ...elementList('R67 N706 N98'),
    ],
    { when: [elementIs(1, 'PE')], rules: ['R0203', 'P0304'] },
  ),
  addressSegment('Payee Address', 'S'),
  citySegment('Payee City, State, ZIP Code', 'S'),
  referenceSegment('REF', 'Payee Additional Identification', unbounded, '0B D3 PQ TJ'),
  segment('RDM', 'Remittance Delivery Method', 'S', 1, [
    element('R', 756, { codes: codes('BM', 'EM', 'FT', 'OL') }),
    element('S', 93),
    element('S', 364),
  ]),
]);
