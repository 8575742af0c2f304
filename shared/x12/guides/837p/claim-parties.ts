import type { LoopSpec } from '../../guide/guide.ts';
import {
  address,
  ambulanceLocations,
  contact,
  entityName,
  npi,
  organizationName,
  person,
  personOrOrganization,
  providerTaxonomy,
} from './party-segments.ts';
import { reference837p, situationalLoop } from './segments.ts';

/** Loops 2310A to 2310F. */

export const claimPartyLoops: readonly LoopSpec[] = [
  situationalLoop('2310A', 'Referring Provider Name', 2, [
    entityName('DN,P3', person, npi),
    reference837p('Referring Provider Secondary Identification', 3, '0B,1G,G2'),
  ]),
  situationalLoop('2310B', 'Rendering Provider Name', 1, [
    entityName('82', personOrOrganization, npi),
    providerTaxonomy('PE'),
    reference837p('Rendering Provider Secondary Identification', 4, '0B,1G,G2,LU'),
  ]),
  situationalLoop('2310C', 'Service Facility Location Name', 1, [
    entityName('77', `R1065=2!V042 ${organizationName}`, npi),
    ...address('R', 'V042'),
    reference837p('Service Facility Location Secondary Identification', 3, '0B,G2,LU'),
    contact(1, 'TE'),
  ]),
  situationalLoop('2310D', 'Supervising Provider Name', 1, [
    entityName('DQ', person, npi),
    reference837p('Supervising Provider Secondary Identification', 4, '0B,1G,G2,LU'),
  ]),
  ...ambulanceLocations('2310E', '2310F'),
];
