import {
  composite,
  type GuideSpec,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../guide/guide.ts';
import { informationSource, serviceQualifiers, traceSegment } from './claim-status-levels.ts';
import { dateSegment, procedureComposite, referenceSegment } from './shapes.ts';

/**
 * STC. The TR3 prints nearly every code of element 98, so only its format is checked. Category and status codes (code
 * sources 507 and 508, or NCPDP with RX) are dated and checked with the status.
 */
function statusSegment(title: string, between: string): SegmentSpec {
  const statusCode = composite('R', 'C043', 'R1271 R1271 S98 S1270=RX');
  const furtherCode = composite('S', 'C043', 'R1271 R1271 S98 S1270=RX');
  return segment('STC', title, 'R', unbounded, [statusCode, between, furtherCode, furtherCode, 'N933']);
}

/** STC02 to STC09 of a claim: charge, paid amount, adjudication date, payment date and check number. */
const claimAmounts = 'R373 N306 S782 S782 S373 N591 S373 S429';
const noAmounts = 'R373 N306 N782 N782 N373 N591 N373 N429';

function serviceLine(letter: string): LoopSpec {
  return loop(`2220${letter}`, 'Service Line Information', 'S', unbounded, [
    segment('SVC', 'Service Line Information', 'R', 1, [
      procedureComposite('R', serviceQualifiers),
      'R782 R782 S234 N380 NC003 R380',
    ]),
    statusSegment('Service Line Status Information', noAmounts),
    referenceSegment('Service Line Item Identification', 1, 'FJ'),
    dateSegment('Service Line Date', '472', { usage: 'R', formats: 'D8,RD8' }),
  ]);
}

/** Loop 2200: the status of one claim. */
function tracking(letter: 'D' | 'E', usage: Usage): LoopSpec {
  return loop(`2200${letter}`, 'Claim Status Tracking Number', usage, unbounded, [
    traceSegment('Referenced Transaction Trace Number', '2'),
    statusSegment('Claim Level Status Information', claimAmounts),
    referenceSegment('Payer Claim Control Number', 1, '1K'),
    referenceSegment('Institutional Bill Type Identification', 1, 'BLT'),
    referenceSegment('Patient Control Number', 1, 'EJ'),
    referenceSegment('Pharmacy Prescription Number', 1, 'XZ'),
    referenceSegment('Voucher Identifier', 1, 'VV'),
    referenceSegment('Claim Identification Number for Clearinghouses', 1, 'D9'),
    dateSegment('Claim Service Date', '472', { formats: 'D8,RD8' }),
    serviceLine(letter),
  ]);
}

/** Loops 2200B and 2200C: a request that failed before any claim was searched. */
const levelStatus = (id: string, title: string, type: '1' | '2'): LoopSpec =>
  loop(id, `${title} Trace Identifier`, 'S', 1, [
    traceSegment(`${title} Trace Identifier`, type),
    statusSegment(`${title} Status Information`, noAmounts),
  ]);

const contact = 'R366=IC S93 R365=ED,EM,FX,TE R364 S365=ED,EM,EX,FX,TE S364 S365=ED,EM,EX,FX,TE S364 N443';

/** Health Care Claim Status Response, 005010X212. Loops, segments and usages are those of the TR3. */
export const guide277: GuideSpec = {
  name: '277',
  set: '277',
  functionalId: 'HN',
  version: '005010X212',
  accepts: [],
  hasImplementationReference: true,
  children: [
    segment(
      'BHT',
      'Beginning of Hierarchical Transaction',
      'R',
      1,
      'R1005=0010 R353=08 R127 R373 R337 R640=DG',
    ),
    informationSource({
      childCodes: '0,1',
      payerContact: [
        segment('PER', 'Payer Contact Information', 'S', 1, contact, { rules: ['P0304', 'P0506', 'P0708'] }),
      ],
      receiver: [levelStatus('2200B', 'Information Receiver', '2')],
      provider: [levelStatus('2200C', 'Provider of Service', '1')],
      demographics: () => [],
      tracking,
    }),
  ],
};
