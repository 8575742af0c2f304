import { codes } from '../../guide/code-list.ts';
import {
  type LoopSpec,
  loop,
  on,
  type SegmentSpec,
  segment,
  unbounded,
  unused,
  use,
} from '../../guide/guide.ts';
import { dateTime, n3, n4, reference } from '../shapes.ts';

/** BPR, TRN, CUR, the header REFs and DTM*405. */
export const header: readonly SegmentSpec[] = [
  segment(
    'BPR',
    'Financial Information',
    'R',
    1,
    [
      use('R', 305, { codes: codes('C', 'D', 'H', 'I', 'P', 'U', 'X') }),
      use('R', 782),
      use('R', 478, { codes: codes('C', 'D') }),
      use('R', 591, { codes: codes('ACH', 'BOP', 'CHK', 'FWT', 'NON') }),
      use('S', 812, { codes: codes('CCP', 'CTX') }),
      use('S', 506, { codes: codes('01', '04') }),
      use('S', 507),
      use('S', 569, { codes: codes('DA') }),
      use('S', 508),
      use('S', 509),
      use('S', 510),
      use('S', 506, { codes: codes('01', '04') }),
      use('S', 507),
      use('S', 569, { codes: codes('DA', 'SG') }),
      use('S', 508),
      use('R', 373),
      unused(1048),
      unused(506),
      unused(507),
      unused(569),
      unused(508),
    ],
    { rules: ['P0607', 'C0809', 'P1213', 'C1415', 'P1819', 'C2021'] },
  ),
  segment('TRN', 'Reassociation Trace Number', 'R', 1, [
    use('R', 481, { codes: codes('1') }),
    use('R', 127),
    use('R', 509),
    use('S', 127),
  ]),
  // CUR03 to CUR21 (exchange rate, market, dates) are not used, so nothing may follow CUR02.
  segment('CUR', 'Foreign Currency Information', 'S', 1, [
    use('R', 98, { codes: codes('PR') }),
    use('R', 100),
    unused(280),
  ]),
  reference('REF-EV', 'Receiver Identification', 1, ['EV']),
  reference('REF-F2', 'Version Identification', 1, ['F2']),
  dateTime('DTM-405', 'Production Date', 1, ['405']),
];

const phone = codes('EM', 'FX', 'TE');
const phoneOrExtension = codes('EM', 'EX', 'FX', 'TE');

export const payer: LoopSpec = loop('1000A', 'Payer Identification', 'R', 1, [
  segment(
    'N1',
    'Payer Identification',
    'R',
    1,
    [
      use('R', 98, { codes: codes('PR') }),
      use('R', 93),
      use('S', 66, { codes: codes('XV') }),
      use('S', 67),
      unused(706),
      unused(98),
    ],
    { when: [on(1, 'PR')], rules: ['R0203', 'P0304'] },
  ),
  n3('Payer Address', 'R'),
  n4('Payer City, State, ZIP Code', 'R'),
  reference('REF', 'Additional Payer Identification', 4, ['2U', 'EO', 'HI', 'NF']),
  segment(
    'PER',
    'Payer Business Contact Information',
    'S',
    1,
    [
      use('R', 366, { codes: codes('CX') }),
      use('S', 93),
      use('S', 365, { codes: phone }),
      use('S', 364),
      use('S', 365, { codes: phoneOrExtension }),
      use('S', 364),
      use('S', 365, { codes: codes('EX') }),
      use('S', 364),
      unused(443),
    ],
    { key: 'PER-CX', when: [on(1, 'CX')], rules: ['P0304', 'P0506', 'P0708'] },
  ),
  segment(
    'PER',
    'Payer Technical Contact Information',
    'R',
    unbounded,
    [
      use('R', 366, { codes: codes('BL') }),
      use('S', 93),
      use('S', 365, { codes: codes('EM', 'TE', 'UR') }),
      use('S', 364),
      use('S', 365, { codes: codes('EM', 'EX', 'FX', 'TE', 'UR') }),
      use('S', 364),
      use('S', 365, { codes: codes('EM', 'EX', 'FX', 'UR') }),
      use('S', 364),
      unused(443),
    ],
    { key: 'PER-BL', when: [on(1, 'BL')], rules: ['P0304', 'P0506', 'P0708'] },
  ),
  segment(
    'PER',
    'Payer Web Site',
    'S',
    1,
    [
      use('R', 366, { codes: codes('IC') }),
      unused(93),
      use('R', 365, { codes: codes('UR') }),
      use('R', 364),
      unused(365),
      unused(364),
      unused(365),
      unused(364),
      unused(443),
    ],
    { key: 'PER-IC', when: [on(1, 'IC')], rules: ['P0304', 'P0506', 'P0708'] },
  ),
]);

export const payee: LoopSpec = loop('1000B', 'Payee Identification', 'R', 1, [
  segment(
    'N1',
    'Payee Identification',
    'R',
    1,
    [
      use('R', 98, { codes: codes('PE') }),
      use('R', 93),
      use('R', 66, { codes: codes('FI', 'XV', 'XX') }),
      use('R', 67),
      unused(706),
      unused(98),
    ],
    { when: [on(1, 'PE')], rules: ['R0203', 'P0304'] },
  ),
  n3('Payee Address', 'S'),
  n4('Payee City, State, ZIP Code', 'S'),
  reference('REF', 'Payee Additional Identification', unbounded, ['0B', 'D3', 'PQ', 'TJ']),
  segment('RDM', 'Remittance Delivery Method', 'S', 1, [
    use('R', 756, { codes: codes('BM', 'EM', 'FT', 'OL') }),
    use('S', 93),
    use('S', 364),
  ]),
]);
