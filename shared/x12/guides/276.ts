import { type GuideSpec, type LoopSpec, loop, segment, type Usage, unbounded } from '../guide/guide.ts';
import { informationSource, serviceQualifiers, traceSegment } from './claim-status-levels.ts';
import { amountSegment, dateSegment, procedureComposite, referenceSegment } from './shapes.ts';

/** Loop 2210: SVC07 is required, SVC03 belongs to the response. */
function serviceLine(letter: string): LoopSpec {
  return loop(`2210${letter}`, 'Service Line Information', 'S', unbounded, [
    segment('SVC', 'Service Line Information', 'R', 1, [
      procedureComposite('R', serviceQualifiers),
      'R782 N782 S234 N380 NC003 R380',
    ]),
    referenceSegment('Service Line Item Identification', 1, 'FJ'),
    dateSegment('Service Line Date', '472', { usage: 'R', formats: 'D8,RD8' }),
  ]);
}

/** Loop 2200: one claim whose status is requested. */
function tracking(letter: 'D' | 'E', usage: Usage): LoopSpec {
  return loop(`2200${letter}`, 'Claim Status Tracking Number', usage, unbounded, [
    traceSegment('Claim Status Tracking Number', '1'),
    referenceSegment('Payer Claim Control Number', 1, '1K'),
    referenceSegment('Institutional Bill Type Identification', 1, 'BLT'),
    referenceSegment('Application or Location System Identifier', 1, 'LU'),
    referenceSegment('Group Number', 1, '6P'),
    referenceSegment('Patient Control Number', 1, 'EJ'),
    referenceSegment('Pharmacy Prescription Number', 1, 'XZ'),
    referenceSegment('Claim Identification Number for Clearinghouses', 1, 'D9'),
    amountSegment('Claim Submitted Charges', 1, 'T3'),
    dateSegment('Claim Service Date', '472', { formats: 'D8,RD8' }),
    serviceLine(letter),
  ]);
}

const demographics = (usage: Usage) => [
  segment('DMG', 'Demographic Information', usage, 1, 'R1250=D8 R1251 S1068=F,M', { rules: ['P0102'] }),
];

/** Health Care Claim Status Request, 005010X212. Loops, segments and usages are those of the TR3. */
export const guide276: GuideSpec = {
  name: '276',
  set: '276',
  functionalId: 'HR',
  version: '005010X212',
  accepts: [],
  hasImplementationReference: true,
  children: [
    segment('BHT', 'Beginning of Hierarchical Transaction', 'R', 1, 'R1005=0010 R353=13 R127 R373 R337 N640'),
    informationSource({
      childCodes: '1',
      payerContact: [],
      receiver: [],
      provider: [],
      demographics,
      tracking,
    }),
  ],
};
