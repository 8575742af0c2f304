import type { LoopSpec } from '../../guide/guide.ts';
import {
  address,
  ambulanceLocations,
  contact,
  entityName,
  nameless,
  npi,
  organization,
  person,
  personOrOrganization,
  providerTaxonomy,
} from './party-segments.ts';
import { forPayer, reference837p, situationalLoop } from './segments.ts';

/** Loops 2420A to 2420H; sent only where a party differs from that of the claim. */

export const linePartyLoops: readonly LoopSpec[] = [
  situationalLoop('2420A', 'Rendering Provider Name', 1, [
    entityName('82', personOrOrganization, npi),
    providerTaxonomy('PE'),
    reference837p('Rendering Provider Secondary Identification', 20, '0B,1G,G2,LU', forPayer),
  ]),
  situationalLoop('2420B', 'Purchased Service Provider Name', 1, [
    entityName('QB', `R1065=1,2 ${nameless}`, npi),
    reference837p('Purchased Service Provider Secondary Identification', 20, '0B,1G,G2', forPayer),
  ]),
  situationalLoop('2420C', 'Service Facility Location Name', 1, [
    entityName('77', organization, npi),
    ...address('R'),
    reference837p('Service Facility Location Secondary Identification', 3, 'G2,LU', forPayer),
  ]),
  situationalLoop('2420D', 'Supervising Provider Name', 1, [
    entityName('DQ', person, npi),
    reference837p('Supervising Provider Secondary Identification', 20, '0B,1G,G2,LU', forPayer),
  ]),
  situationalLoop('2420E', 'Ordering Provider Name', 1, [
    entityName('DK', person, npi),
    ...address('S'),
    reference837p('Ordering Provider Secondary Identification', 20, '0B,1G,G2', forPayer),
    contact(1, 'EM,FX,TE'),
  ]),
  situationalLoop('2420F', 'Referring Provider Name', 2, [
    entityName('DN,P3', person, npi),
    reference837p('Referring Provider Secondary Identification', 20, '0B,1G,G2', forPayer),
  ]),
  ...ambulanceLocations('2420G', '2420H'),
];
