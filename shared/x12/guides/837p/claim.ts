import { delayReasons, relatedCauses, specialPrograms } from '../../codes/claim-codes.ts';
import { codes } from '../../guide/code-list.ts';
import { composite, type LoopSpec, loop, segment, unused, use } from '../../guide/guide.ts';
import { claimDates } from './claim-dates.ts';
import { claimParties } from './claim-parties.ts';
import { claimReferences } from './claim-references.ts';
import { claimConditions } from './conditions.ts';
import { claimHealthCareCodes } from './health-care-codes.ts';
import { serviceLine } from './line.ts';
import { otherCoverage } from './other-coverage.ts';
import { amount, strayReference } from './segments.ts';
import {
  ambulanceTransport,
  attachment,
  claimRepricing,
  contract,
  fixedFormat,
  note,
} from './supplements.ts';

/** Loop 2300: CLM and all that belongs to the claim as a whole. */

const placeOfService = composite(
  'R',
  'C023',
  [
    use('R', 1331, { edit: 'V054' }),
    use('R', 1332, { codes: codes('B'), edit: 'V054' }),
    use('R', 1325, { edit: 'V054' }),
  ],
  { name: 'Health Care Service Location Information', edit: 'V054' },
);

const relatedCausesInformation = composite('S', 'C024', [
  use('R', 1362, { codes: relatedCauses }),
  use('S', 1362, { codes: relatedCauses }),
  unused(1362),
  use('S', 156),
  use('S', 26),
]);

const claimInformation = segment('CLM', 'Claim Information', 'R', 1, [
  use('R', 1028, { name: 'Patient Control Number', edit: 'V050' }),
  use('R', 782, { name: 'Total Claim Charge Amount', edit: 'V052' }),
  unused(1032),
  unused(1343),
  placeOfService,
  use('R', 1073, { codes: codes('N', 'Y'), edit: 'V058' }),
  use('R', 1359, { codes: codes('A', 'B', 'C'), edit: 'V058' }),
  use('R', 1073, { codes: codes('N', 'W', 'Y'), edit: 'V058' }),
  use('R', 1363, { codes: codes('I', 'Y'), edit: 'V058' }),
  use('S', 1351, { codes: codes('P') }),
  relatedCausesInformation,
  use('S', 1366, { codes: specialPrograms }),
  unused(1073),
  unused(1338),
  unused(1073),
  unused(1360),
  unused(1029),
  unused(1073),
  unused(1383),
  use('S', 1514, { codes: delayReasons, edit: 'V072' }),
]);

const spinalManipulation = segment(
  'CR2',
  'Spinal Manipulation Service Information',
  'S',
  1,
  [
    unused(609),
    unused(380),
    unused(1367),
    unused(1367),
    unused(355),
    unused(380),
    unused(380),
    use('R', 1342, { codes: codes('A', 'C', 'D', 'E', 'F', 'G', 'M') }),
    unused(1073),
    use('S', 352),
    use('S', 352),
    unused(1073),
  ],
  { rules: ['P0102', 'C0403', 'P0506'] },
);

/** S under 2000B, R under 2000C, at most 100 under each. */
export const claim: LoopSpec = loop(
  '2300',
  'Claim Information',
  'S',
  100,
  [
    claimInformation,
    ...claimDates,
    attachment,
    contract,
    amount('Patient Amount Paid', 'F5'),
    ...claimReferences,
    fixedFormat,
    note('Claim Note', ['ADD', 'CER', 'DCP', 'DGN', 'TPO']),
    ambulanceTransport,
    spinalManipulation,
    ...claimConditions,
    ...claimHealthCareCodes,
    claimRepricing,
    ...claimParties,
    otherCoverage,
    serviceLine,
  ],
  { edit: 'V017', ...strayReference },
);
