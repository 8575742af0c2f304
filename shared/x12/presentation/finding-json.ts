import type { Finding } from '../findings/finding.ts';
import { membersOf } from './members.ts';

/** A finding with the member names of the command line and the API. */
export const findingJson = membersOf<Finding>(
  ...(['id', 'reference', 'snip', 'severity', 'message', 'interchange', 'group', 'transaction'] as const),
  ...(['loop', 'segment', 'segmentIndex', 'byteOffset', 'element', 'component', 'repetition'] as const),
  ...(['elementRef', 'value', 'valueMasked', 'patientControlNumber', 'businessUnit', 'codes'] as const),
  ...(['repair', 'details'] as const),
);
