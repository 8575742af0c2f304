import { type LoopSpec, loop } from '../../guide/guide.ts';
import {
  cityStateZip,
  contact,
  entityName,
  partyLoop,
  providerTaxonomy,
  streetAddress,
} from './party-segments.ts';
import { referenceSegment } from './segments.ts';

/** Loops 2310A to 2310F. */

const npi = { usage: 'S', qualifiers: ['XX'] } as const;

export const claimPartyLoops: readonly LoopSpec[] = [
  partyLoop('2310A', 'Referring Provider Name', 2, [
    entityName({ entities: ['DN', 'P3'], types: ['1'], name: 'R', id: npi }),
    referenceSegment('Referring Provider Secondary Identification', 3, ['0B', '1G', 'G2']),
  ]),
  partyLoop('2310B', 'Rendering Provider Name', 1, [
    entityName({ entities: ['82'], types: ['1', '2'], name: 'R', id: npi }),
    providerTaxonomy('PE'),
    referenceSegment('Rendering Provider Secondary Identification', 4, ['0B', '1G', 'G2', 'LU']),
  ]),
  partyLoop('2310C', 'Service Facility Location Name', 1, [
    entityName({ entities: ['77'], types: ['2'], name: 'R', id: npi, typeEdit: 'V042' }),
    streetAddress('R', 'V042'),
    cityStateZip('R', 'V042'),
    referenceSegment('Service Facility Location Secondary Identification', 3, ['0B', 'G2', 'LU']),
    contact({ max: 1, numbers: ['TE'], pairs: 2 }),
  ]),
  partyLoop('2310D', 'Supervising Provider Name', 1, [
    entityName({ entities: ['DQ'], types: ['1'], name: 'R', id: npi }),
    referenceSegment('Supervising Provider Secondary Identification', 4, ['0B', '1G', 'G2', 'LU']),
  ]),
  loop('2310E', 'Ambulance Pick-up Location', 'S', 1, [
    entityName({ entities: ['PW'], types: ['2'], name: 'N' }),
    streetAddress('R'),
    cityStateZip('R'),
  ]),
  loop('2310F', 'Ambulance Drop-off Location', 'S', 1, [
    entityName({ entities: ['45'], types: ['2'], name: 'S' }),
    streetAddress('R'),
    cityStateZip('R'),
  ]),
];
