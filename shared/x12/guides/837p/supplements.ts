import { attachmentReports } from '../../codes/attachment-reports.ts';
import { type CodeList, codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  element,
  elementIs,
  notUsed,
  type SegmentSpec,
  segment,
  type Usage,
} from '../../guide/guide.ts';
import { notUsedComposite } from './segments.ts';

/** Segments that loops 2300 and 2400 both have: PWK, CN1, K3, NTE, CR1, HCP. */

const transmissions = codes('AA', 'BM', 'EL', 'EM', 'FT', 'FX');

export const attachmentSegment = paperwork('Claim Supplemental Information', 10, transmissions);

/** Certificate of medical necessity for equipment: PWK of a line with other transmission codes. */
export const equipmentCertificate: SegmentSpec = {
  ...paperwork(
    'Durable Medical Equipment Certificate of Medical Necessity Indicator',
    1,
    codes('AB', 'AD', 'AF', 'AG', 'NS'),
  ),
  key: 'PWK-CT',
  when: [elementIs(1, 'CT'), elementIs(2, 'AB', 'AD', 'AF', 'AG', 'NS')],
};

function paperwork(name: string, max: number, by: CodeList): SegmentSpec {
  return segment(
    'PWK',
    name,
    'S',
    max,
    [
      element('R', 755, { codes: attachmentReports }),
      element('R', 756, { codes: by }),
      notUsed(757),
      notUsed(98),
      element('S', 66, { codes: codes('AC'), edit: 'V073' }),
      element('S', 67, { edit: 'V073' }),
      notUsed(352),
      notUsedComposite('C002'),
      notUsed(1525),
    ],
    { rules: ['P0506'] },
  );
}

export const contractSegment = segment('CN1', 'Contract Information', 'S', 1, [
  element('R', 1166, { codes: codes('01', '02', '03', '04', '05', '06', '09') }),
  element('S', 782),
  element('S', 332),
  element('S', 127),
  element('S', 338),
  element('S', 799),
]);

export const fixedFormat = segment('K3', 'File Information', 'S', 10, [
  element('R', 449),
  notUsed(1333),
  notUsedComposite('C001'),
]);

export function noteSegment(name: string, purposes: readonly string[], key = 'NTE'): SegmentSpec {
  return segment(
    'NTE',
    name,
    'S',
    1,
    [element('R', 363, { codes: codes(...purposes) }), element('R', 352, { max: 80 })],
    {
      key,
      when: key === 'NTE' ? [] : [elementIs(1, ...purposes)],
    },
  );
}

export const ambulanceTransport = segment(
  'CR1',
  'Ambulance Transport Information',
  'S',
  1,
  [
    element('S', 355, { codes: codes('LB') }),
    element('S', 81),
    notUsed(1316),
    element('R', 1317, { codes: codes('A', 'B', 'C', 'D', 'E') }),
    element('R', 355, { codes: codes('DH') }),
    element('R', 380),
    notUsed(166),
    notUsed(166),
    element('S', 352),
    element('S', 352),
  ],
  { rules: ['P0102', 'P0506'] },
);

const methods = codes(...'00 01 02 03 04 05 06 07 08 09 10 11 12 13 14'.split(' '));

export const claimRepricing = repricing('Claim Pricing/Repricing Information', [
  notUsed(234),
  notUsed(235),
  notUsed(234),
  notUsed(355),
  notUsed(380),
]);

export const lineRepricing = repricing('Line Pricing/Repricing Information', [
  notUsed(234),
  element('S', 235, { codes: codes('ER', 'HC', 'IV', 'WK') }),
  element('S', 234),
  element('S', 355, { codes: codes('MJ', 'UN') }),
  element('S', 380),
]);

/** HCP08 to HCP12 hold the repriced service, which only a line has. */
function repricing(name: string, service: readonly AnyElementSpec[], usage: Usage = 'S'): SegmentSpec {
  return segment(
    'HCP',
    name,
    usage,
    1,
    [
      element('R', 1473, { codes: methods }),
      element('R', 782),
      element('S', 782),
      element('S', 127),
      element('S', 118),
      element('S', 127),
      element('S', 782),
      ...service,
      element('S', 901, { codes: codes('T1', 'T2', 'T3', 'T4', 'T5', 'T6') }),
      element('S', 1526, { codes: codes('1', '2', '3', '4', '5') }),
      element('S', 1527, { codes: codes('1', '2', '3', '4', '5', '6') }),
    ],
    { rules: ['R0113', 'P0910', 'P1112'] },
  );
}
