import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { minConcurrency } from '../../settings/settings.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

/** Continues bulk runs that one request is too short for. */
export class BulkWork extends Construct {
  constructor(scope: Construct, id: string, functions: ClaimsFunctions, queue: IQueue) {
    super(scope, id);
    functions.inBackground(this, 'CarryOnBulkRun', {
      name: 'claims/carry-on-bulk-run',
      description: 'Works through the claims of bulk runs in the background',
      data: 'write',
      deletes: ['claim-contents', 'search-entries'],
      uses: ['audit-append', 'search-key'],
      work: { queue, maxConcurrency: minConcurrency },
      continues: true,
    });
  }
}
