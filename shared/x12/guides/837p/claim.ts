import { delayReasons, relatedCauses, specialPrograms } from '../../codes/claim-codes.ts';
import { codes } from '../../guide/code-list.ts';
import { composite, element, type LoopSpec, loop, notUsed, segment } from '../../guide/guide.ts';
import { claimDateSegments } from './claim-dates.ts';
import { claimPartyLoops } from './claim-parties.ts';
import { claimReferenceSegments } from './claim-references.ts';
import { claimConditions } from './conditions.ts';
import { claimHealthCareCodes } from './health-care-codes.ts';
import { serviceLineLoop } from './line.ts';
import { otherCoverageLoop } from './other-coverage.ts';
import { amountSegment, strayReference } from './segments.ts';
import {
  ambulanceTransport,
  attachmentSegment,
  claimRepricing,
  contractSegment,
  fixedFormat,
  noteSegment,
} from './supplements.ts';

/** Loop 2300: CLM and all that belongs to the claim as a whole. */

const placeOfService = composite(
  'R',
  'C023',
  [
    element('R', 1331, { edit: 'V054' }),
    element('R', 1332, { codes: codes('B'), edit: 'V054' }),
    element('R', 1325, { edit: 'V054' }),
  ],
  { name: 'Health Care Service Location Information', edit: 'V054' },
);

const relatedCausesInformation = composite('S', 'C024', [
  element('R', 1362, { codes: relatedCauses }),
  element('S', 1362, { codes: relatedCauses }),
  notUsed(1362),
  element('S', 156),
  element('S', 26),
]);

const claimInformation = segment('CLM', 'Claim Information', 'R', 1, [
  element('R', 1028, { name: 'Patient Control Number', edit: 'V050' }),
  element('R', 782, { name: 'Total Claim Charge Amount', edit: 'V052' }),
  notUsed(1032),
  notUsed(1343),
  placeOfService,
  element('R', 1073, { codes: codes('N', 'Y'), edit: 'V058' }),
  element('R', 1359, { codes: codes('A', 'B', 'C'), edit: 'V058' }),
  element('R', 1073, { codes: codes('N', 'W', 'Y'), edit: 'V058' }),
  element('R', 1363, { codes: codes('I', 'Y'), edit: 'V058' }),
  element('S', 1351, { codes: codes('P') }),
  relatedCausesInformation,
  element('S', 1366, { codes: specialPrograms }),
  notUsed(1073),
  notUsed(1338),
  notUsed(1073),
  notUsed(1360),
  notUsed(1029),
  notUsed(1073),
  notUsed(1383),
  element('S', 1514, { codes: delayReasons, edit: 'V072' }),
]);

const spinalManipulation = segment(
  'CR2',
  'Spinal Manipulation Service Information',
  'S',
  1,
  [
    notUsed(609),
    notUsed(380),
    notUsed(1367),
    notUsed(1367),
    notUsed(355),
    notUsed(380),
    notUsed(380),
    element('R', 1342, { codes: codes('A', 'C', 'D', 'E', 'F', 'G', 'M') }),
    notUsed(1073),
    element('S', 352),
    element('S', 352),
    notUsed(1073),
  ],
  { rules: ['P0102', 'C0403', 'P0506'] },
);

/** S under 2000B, R under 2000C, at most 100 under each. */
export const claimLoop: LoopSpec = loop(
  '2300',
  'Claim Information',
  'S',
  100,
  [
    claimInformation,
    ...claimDateSegments,
    attachmentSegment,
    contractSegment,
    amountSegment('Patient Amount Paid', 'F5'),
    ...claimReferenceSegments,
    fixedFormat,
    noteSegment('Claim Note', ['ADD', 'CER', 'DCP', 'DGN', 'TPO']),
    ambulanceTransport,
    spinalManipulation,
    ...claimConditions,
    ...claimHealthCareCodes,
    claimRepricing,
    ...claimPartyLoops,
    otherCoverageLoop,
    serviceLineLoop,
  ],
  { edit: 'V017', ...strayReference },
);
