import { attachmentReports } from '../../codes/attachment-reports.ts';
import { type CodeList, codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  on,
  type SegmentSpec,
  segment,
  type Usage,
  unused,
  use,
} from '../../guide/guide.ts';
import { unusedComposite } from './segments.ts';

/** Segments that loops 2300 and 2400 both have: PWK, CN1, K3, NTE, CR1, HCP. */

const transmissions = codes('AA', 'BM', 'EL', 'EM', 'FT', 'FX');

export const attachment = paperwork('Claim Supplemental Information', 10, transmissions);

/** Certificate of medical necessity for equipment (line level): the same segment with transmissions of its own. */
export const equipmentCertificate: SegmentSpec = {
  ...paperwork(
    'Durable Medical Equipment Certificate of Medical Necessity Indicator',
    1,
    codes('AB', 'AD', 'AF', 'AG', 'NS'),
  ),
  key: 'PWK-CT',
  when: [on(1, 'CT'), on(2, 'AB', 'AD', 'AF', 'AG', 'NS')],
};

function paperwork(name: string, max: number, by: CodeList): SegmentSpec {
  return segment(
    'PWK',
    name,
    'S',
    max,
    [
      use('R', 755, { codes: attachmentReports }),
      use('R', 756, { codes: by }),
      unused(757),
      unused(98),
      use('S', 66, { codes: codes('AC'), edit: 'V073' }),
      use('S', 67, { edit: 'V073' }),
      unused(352),
      unusedComposite('C002'),
      unused(1525),
    ],
    { rules: ['P0506'] },
  );
}

export const contract = segment('CN1', 'Contract Information', 'S', 1, [
  use('R', 1166, { codes: codes('01', '02', '03', '04', '05', '06', '09') }),
  use('S', 782),
  use('S', 332),
  use('S', 127),
  use('S', 338),
  use('S', 799),
]);

export const fixedFormat = segment('K3', 'File Information', 'S', 10, [
  use('R', 449),
  unused(1333),
  unusedComposite('C001'),
]);

export function note(name: string, purposes: readonly string[], key = 'NTE'): SegmentSpec {
  return segment(
    'NTE',
    name,
    'S',
    1,
    [use('R', 363, { codes: codes(...purposes) }), use('R', 352, { max: 80 })],
    {
      key,
      when: key === 'NTE' ? [] : [on(1, ...purposes)],
    },
  );
}

export const ambulanceTransport = segment(
  'CR1',
  'Ambulance Transport Information',
  'S',
  1,
  [
    use('S', 355, { codes: codes('LB') }),
    use('S', 81),
    unused(1316),
    use('R', 1317, { codes: codes('A', 'B', 'C', 'D', 'E') }),
    use('R', 355, { codes: codes('DH') }),
    use('R', 380),
    unused(166),
    unused(166),
    use('S', 352),
    use('S', 352),
  ],
  { rules: ['P0102', 'P0506'] },
);

const methods = codes(
  '00',
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '13',
  '14',
);

export const claimRepricing = repricing('Claim Pricing/Repricing Information', [
  unused(234),
  unused(235),
  unused(234),
  unused(355),
  unused(380),
]);

export const lineRepricing = repricing('Line Pricing/Repricing Information', [
  unused(234),
  use('S', 235, { codes: codes('ER', 'HC', 'IV', 'WK') }),
  use('S', 234),
  use('S', 355, { codes: codes('MJ', 'UN') }),
  use('S', 380),
]);

/** HCP08 to HCP12 tell the repriced service, which only a line has. */
function repricing(name: string, service: readonly AnyElementSpec[], usage: Usage = 'S'): SegmentSpec {
  return segment(
    'HCP',
    name,
    usage,
    1,
    [
      use('R', 1473, { codes: methods }),
      use('R', 782),
      use('S', 782),
      use('S', 127),
      use('S', 118),
      use('S', 127),
      use('S', 782),
      ...service,
      use('S', 901, { codes: codes('T1', 'T2', 'T3', 'T4', 'T5', 'T6') }),
      use('S', 1526, { codes: codes('1', '2', '3', '4', '5') }),
      use('S', 1527, { codes: codes('1', '2', '3', '4', '5', '6') }),
    ],
    { rules: ['R0113', 'P0910', 'P1112'] },
  );
}
