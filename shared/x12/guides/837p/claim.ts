import { delayReasons, relatedCauses, specialPrograms } from '../../codes/claim-codes.ts';
import { composite, element, type LoopSpec, segment } from '../../guide/guide.ts';
import { amountSegment } from '../shapes.ts';
import { claimDateSegments } from './claim-dates.ts';
import { claimPartyLoops } from './claim-parties.ts';
import { claimReferenceSegments } from './claim-references.ts';
import { claimHealthCareCodes } from './health-care-codes.ts';
import { serviceLineLoop } from './line.ts';
import { otherCoverageLoop } from './other-coverage.ts';
import { loop837p } from './segments.ts';
import {
  ambulanceTransport,
  attachmentSegment,
  claimConditions,
  claimRepricing,
  contractSegment,
  fixedFormat,
  noteSegment,
} from './supplements.ts';

const placeOfService = composite('R', 'C023', 'R1331!V054 R1332=B!V054 R1325!V054', {
  name: 'Health Care Service Location Information',
  edit: 'V054',
});

const relatedCausesInformation = composite('S', 'C024', [
  element('R', 1362, { codes: relatedCauses }),
  element('S', 1362, { codes: relatedCauses }),
  'N1362 S156 S26',
]);

const claimInformation = [
  element('R', 1028, { name: 'Patient Control Number', edit: 'V050' }),
  element('R', 782, { name: 'Total Claim Charge Amount', edit: 'V052' }),
  'N1032 N1343',
  placeOfService,
  'R1073=N,Y!V058 R1359=A,B,C!V058 R1073=N,W,Y!V058 R1363=I,Y!V058 S1351=P',
  relatedCausesInformation,
  element('S', 1366, { codes: specialPrograms }),
  'N1073 N1338 N1073 N1360 N1029 N1073 N1383',
  element('S', 1514, { codes: delayReasons, edit: 'V072' }),
];

const spinalManipulation = 'N609 N380 N1367 N1367 N355 N380 N380 R1342=A,C,D,E,F,G,M N1073 S352 S352 N1073';

/**
 * Loop 2300: CLM and all parts of the claim as a whole. S under 2000B, R under 2000C, at most 100 under each.
 */
export const claimLoop: LoopSpec = loop837p('2300', 'Claim Information', { max: 100, edit: 'V017' }, [
  segment('CLM', 'Claim Information', 'R', 1, claimInformation),
  ...claimDateSegments,
  attachmentSegment,
  contractSegment,
  amountSegment('Patient Amount Paid', 1, 'F5'),
  ...claimReferenceSegments,
  fixedFormat,
  noteSegment('Claim Note', 'ADD,CER,DCP,DGN,TPO'),
  ambulanceTransport,
  segment('CR2', 'Spinal Manipulation Service Information', 'S', 1, spinalManipulation, {
    rules: ['P0102', 'C0403', 'P0506'],
  }),
  ...claimConditions,
  ...claimHealthCareCodes,
  claimRepricing,
  ...claimPartyLoops,
  otherCoverageLoop,
  serviceLineLoop,
]);
