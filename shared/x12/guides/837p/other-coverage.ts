import { claimFilingIndicators837p } from '../../codes/claim-codes.ts';
import { element, type LoopSpec, loop, segment } from '../../guide/guide.ts';
import { adjustmentSegment, amountSegment, dateSegment } from '../shapes.ts';
import {
  address,
  entityName,
  nameless,
  organization,
  personOrOrganization,
  subscriberInformation,
} from './party-segments.ts';
import { loop837p, reference837p, situationalLoop } from './segments.ts';

const coverageInformation = 'N1032 N1383 R1073=N,W,Y!V107 S1351=P!V107 N1360 R1363=I,Y!V107';

const otherSubscriberName = loop837p('2330A', 'Other Subscriber Name', { usage: 'R', edit: 'V108' }, [
  entityName('IL', personOrOrganization, 'R66=II,MI R67'),
  ...address('S'),
  reference837p('Other Subscriber Secondary Identification', 1, 'SY'),
]);

const otherPayerName = loop837p('2330B', 'Other Payer Name', { usage: 'R', edit: 'V108' }, [
  entityName('PR', organization, 'R66=PI,XV R67'),
  ...address('S'),
  dateSegment('Claim Check or Remittance Date', '573', { edit: 'V105' }),
  reference837p('Other Payer Secondary Identifier', 2, '2U,EI,FY,NF'),
  reference837p('Other Payer Prior Authorization Number', 1, 'G1'),
  reference837p('Other Payer Referral Number', 1, '9F'),
  reference837p('Other Payer Claim Adjustment Indicator', 1, 'T4', { value: 'R127=Y' }),
  reference837p('Other Payer Claim Control Number', 1, 'F8'),
]);

/** Loop id, name, maximum, NM101, NM102, and maximum and qualifiers of the secondary ids. */
const providers = [
  ['2330C', 'Other Payer Referring Provider', 2, 'DN,P3', '1', 3, '0B,1G,G2'],
  ['2330D', 'Other Payer Rendering Provider', 1, '82', '1,2', 3, '0B,1G,G2,LU'],
  ['2330E', 'Other Payer Service Facility Location', 1, '77', '2', 3, '0B,G2,LU'],
  ['2330F', 'Other Payer Supervising Provider', 1, 'DQ', '1', 3, '0B,1G,G2,LU'],
  ['2330G', 'Other Payer Billing Provider', 1, '85', '1,2', 2, 'G2,LU'],
] as const;

/** Provider numbers of the other payer: no name, only the secondary ids, which are the reason for the loop. */
const providerLoops = providers.map(([id, name, max, entities, types, references, qualifiers]) =>
  situationalLoop(id, name, max, [
    entityName(entities, `R1065=${types} ${nameless}`),
    reference837p(`${name} Secondary Identification`, references, qualifiers, { usage: 'R', edit: 'V130' }),
  ]),
);

/** Loop 2320 (another payer's coverage of the claim) and loops 2330A to 2330G. */
export const otherCoverageLoop: LoopSpec = loop('2320', 'Other Subscriber Information', 'S', 10, [
  subscriberInformation(
    'R1069=01,18,19,20,21,39,40,53,G8',
    element('S', 1032, { codes: claimFilingIndicators837p, edit: 'V032' }),
  ),
  adjustmentSegment('Adjustment', 5, 'CO,CR,OA,PI,PR', 'V106'),
  amountSegment('Coordination of Benefits Payer Paid Amount', 1, 'D'),
  amountSegment('Coordination of Benefits Total Non-Covered Amount', 1, 'A8'),
  amountSegment('Remaining Patient Liability', 1, 'EAF'),
  segment('OI', 'Other Insurance Coverage Information', 'R', 1, coverageInformation, { edit: 'V107' }),
  segment('MOA', 'Outpatient Adjudication Information', 'S', 1, 'S954 S782 S127x5 S782x2'),
  otherSubscriberName,
  otherPayerName,
  ...providerLoops,
]);
