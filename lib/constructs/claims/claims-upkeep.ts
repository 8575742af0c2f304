import { Duration, NestedStack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { purgedRecords } from '#contract/claims/retention.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

/** What keeps the stored records in order. A stack below the service's, which has no room for more resources. */
export class ClaimsUpkeep extends NestedStack {
  readonly purge: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id, { description: 'Granary: upkeep of the records of claims' });
    this.purge = functions.inBackground(this, 'PurgeRecords', {
      name: 'claims/purge-records',
      description: 'Removes records whose retention time is over',
      data: 'write',
      deletes: purgedRecords,
      writesInBatches: purgedRecords,
      uses: ['audit-append', 'purged-files', 'search-key'],
      schedule: {
        id: 'PurgeSchedule',
        description: 'Continuation of purges, and the daily purge',
        interval: Duration.minutes(15),
        retries: 0,
      },
    });
  }
}
