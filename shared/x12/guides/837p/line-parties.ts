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

/** Loops 2420A to 2420H; sent only where a party differs from that of the claim. */

const npi = { usage: 'S', qualifiers: ['XX'] } as const;
const forPayer = { forPayer: true } as const;

export const linePartyLoops: readonly LoopSpec[] = [
  partyLoop('2420A', 'Rendering Provider Name', 1, [
    entityName({ entities: ['82'], types: ['1', '2'], name: 'R', id: npi }),
    providerTaxonomy('PE'),
    referenceSegment('Rendering Provider Secondary Identification', 20, ['0B', '1G', 'G2', 'LU'], forPayer),
  ]),
  partyLoop('2420B', 'Purchased Service Provider Name', 1, [
    entityName({ entities: ['QB'], types: ['1', '2'], name: 'N', id: npi }),
    referenceSegment('Purchased Service Provider Secondary Identification', 20, ['0B', '1G', 'G2'], forPayer),
  ]),
  partyLoop('2420C', 'Service Facility Location Name', 1, [
    entityName({ entities: ['77'], types: ['2'], name: 'R', id: npi }),
    streetAddress('R'),
    cityStateZip('R'),
    referenceSegment('Service Facility Location Secondary Identification', 3, ['G2', 'LU'], forPayer),
  ]),
  partyLoop('2420D', 'Supervising Provider Name', 1, [
    entityName({ entities: ['DQ'], types: ['1'], name: 'R', id: npi }),
    referenceSegment('Supervising Provider Secondary Identification', 20, ['0B', '1G', 'G2', 'LU'], forPayer),
  ]),
  partyLoop('2420E', 'Ordering Provider Name', 1, [
    entityName({ entities: ['DK'], types: ['1'], name: 'R', id: npi }),
    streetAddress('S'),
    cityStateZip('S'),
    referenceSegment('Ordering Provider Secondary Identification', 20, ['0B', '1G', 'G2'], forPayer),
    contact({ max: 1, numbers: ['EM', 'FX', 'TE'] }),
  ]),
  partyLoop('2420F', 'Referring Provider Name', 2, [
    entityName({ entities: ['DN', 'P3'], types: ['1'], name: 'R', id: npi }),
    referenceSegment('Referring Provider Secondary Identification', 20, ['0B', '1G', 'G2'], forPayer),
  ]),
  loop('2420G', 'Ambulance Pick-up Location', 'S', 1, [
    entityName({ entities: ['PW'], types: ['2'], name: 'N' }),
    streetAddress('R'),
    cityStateZip('R'),
  ]),
  loop('2420H', 'Ambulance Drop-off Location', 'S', 1, [
    entityName({ entities: ['45'], types: ['2'], name: 'S' }),
    streetAddress('R'),
    cityStateZip('R'),
  ]),
];
