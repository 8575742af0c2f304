import { element, segment } from '../../guide/guide.ts';
import { contact, entityName, organizationName, personOrOrganization } from './party-segments.ts';
import { loop837p } from './segments.ts';

/** BHT and loops 1000A, 1000B. */

// The data element takes 50 characters; the guide limits the batch id to 30.
const batch = 'R1005=0019!V018 R353=00,18!V018 R127<30!V018';
const created = [
  element('R', 373, { name: 'Transaction Set Creation Date' }),
  element('R', 337, { name: 'Transaction Set Creation Time' }),
];
export const beginningSegment = segment(
  'BHT',
  'Beginning of Hierarchical Transaction',
  'R',
  1,
  [batch, ...created, 'R640=31,CH,RP!V018'],
  { edit: 'V018' },
);

const submitter = personOrOrganization.replace('S1039', 'N1039');
export const submitterLoop = loop837p('1000A', 'Submitter Name', { usage: 'R', edit: 'V020' }, [
  entityName('41', submitter, 'R66=46!V020 R67!V020'),
  contact(2, 'EM,FX,TE', 'R', 'V020'),
]);

export const receiverLoop = loop837p('1000B', 'Receiver Name', { usage: 'R', edit: 'V021' }, [
  entityName('40', `R1065=2!V021 ${organizationName}`, 'R66=46!V021 R67!V021'),
]);
