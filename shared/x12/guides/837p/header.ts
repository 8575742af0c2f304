import { codes } from '../../guide/code-list.ts';
import { element, loop, segment } from '../../guide/guide.ts';
import { contact, entityName } from './party-segments.ts';

/** BHT and loops 1000A, 1000B. */

export const beginningSegment = segment(
  'BHT',
  'Beginning of Hierarchical Transaction',
  'R',
  1,
  [
    element('R', 1005, { codes: codes('0019'), edit: 'V018' }),
    element('R', 353, { codes: codes('00', '18'), edit: 'V018' }),
    // The data element takes 50 characters; the guide limits the batch id to 30.
    element('R', 127, { max: 30, edit: 'V018' }),
    element('R', 373, { name: 'Transaction Set Creation Date' }),
    element('R', 337, { name: 'Transaction Set Creation Time' }),
    element('R', 640, { codes: codes('31', 'CH', 'RP'), edit: 'V018' }),
  ],
  { edit: 'V018' },
);

export const submitterLoop = loop(
  '1000A',
  'Submitter Name',
  'R',
  1,
  [
    entityName({
      entities: ['41'],
      types: ['1', '2'],
      name: 'R',
      suffix: 'N',
      id: { usage: 'R', qualifiers: ['46'] },
      idEdit: 'V020',
    }),
    contact({ max: 2, numbers: ['EM', 'FX', 'TE'], usage: 'R', edit: 'V020' }),
  ],
  { edit: 'V020' },
);

export const receiverLoop = loop(
  '1000B',
  'Receiver Name',
  'R',
  1,
  [
    entityName({
      entities: ['40'],
      types: ['2'],
      name: 'R',
      id: { usage: 'R', qualifiers: ['46'] },
      typeEdit: 'V021',
      idEdit: 'V021',
    }),
  ],
  { edit: 'V021' },
);
