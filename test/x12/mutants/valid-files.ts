import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import { acknowledgmentFile, acknowledgment as statusFile } from '#test/fixtures/x12/acknowledgment.ts';
import {
  ambulanceClaim,
  dependentVisit,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import {
  claimStatus,
  deniedStatus,
  dependentRequest,
  failedRequest,
  request,
  requestFile,
  responseFile,
} from '#test/fixtures/x12/claim-status.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import { guide276 } from '#x12/guides/276.ts';
import { guide277 } from '#x12/guides/277.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { exampleOf } from './guide-example.ts';
import type { Elements } from './guide-oracle.ts';

/** A file of one set that is valid by the guide. */
export interface ValidFile {
  readonly name: string;
  readonly guide: GuideSpec;
  /** Between ST and SE. */
  readonly segments: readonly Elements[];
}

/** Files of the generators and fixtures of this project, and one complete example of each guide. */
export const validFiles: readonly ValidFile[] = [
  ...[guide837p, guide835, guide277ca, guide277, guide276].map((guide) => ({
    name: `all of the ${guide.name}`,
    guide,
    segments: exampleOf(guide),
  })),
  fromText('office visit', guide837p, fileOf(officeVisit)),
  fromText('visit of a dependent', guide837p, fileOf(dependentVisit)),
  fromText('secondary claim', guide837p, fileOf(secondaryClaim)),
  fromText('ambulance', guide837p, fileOf(ambulanceClaim)),
  fromText('several claims', guide837p, [...generateClaimFile(4_000, 3)].join('')),
  fromText('remittance', guide835, [...generateRemittanceFile(2_000, 3)].join('')),
  fromText('claim status request', guide276, requestFile(request(), dependentRequest).toString('latin1')),
  fromText(
    'claim status response',
    guide277,
    responseFile(claimStatus(), deniedStatus, failedRequest()).toString('latin1'),
  ),
  fromText('claim acknowledgment', guide277ca, acknowledgmentFile(statusFile()).toString('latin1')),
];

function fromText(name: string, guide: GuideSpec, text: string): ValidFile {
  const segments = text.split('~').map((segment) => segment.trim().split('*'));
  const begin = segments.findIndex(([id]) => id === 'ST');
  const end = segments.findIndex(([id]) => id === 'SE');
  return { name, guide, segments: segments.slice(begin + 1, end) };
}

/** The segments of a whole interchange, as text. */
export function wrapped(guide: GuideSpec, set: readonly Elements[]): string[] {
  const { functionalId, version, hasImplementationReference } = guide;
  return [
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260315*0930*^*00501*000000001*0*P*:',
    `GS*${functionalId}*SENDER*RECEIVER*20260315*0930*1*X*${version}`,
    `ST*${guide.set}*0001${hasImplementationReference ? `*${version}` : ''}`,
    ...set.map((elements) => elements.join('*')),
    `SE*${set.length + 2}*0001`,
    'GE*1*1',
    'IEA*1*000000001',
  ];
}

export const textOf = (segments: readonly string[]): string => segments.map((one) => `${one}~\n`).join('');
