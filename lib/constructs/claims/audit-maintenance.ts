import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { minConcurrency } from '../../settings/settings.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

export class AuditMaintenance extends Construct {
  readonly signing: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions, runQueue: IQueue) {
    super(scope, id);
    this.signing = functions.inBackground(this, 'SignCheckpoint', {
      name: 'claims/sign-checkpoint',
      description: 'Verifies the newest entries of the audit log and signs a checkpoint',
      data: 'none',
      uses: ['audit-entries', 'checkpoints', 'signing'],
      schedule: {
        id: 'CheckpointSchedule',
        description: 'A signed checkpoint of the audit log',
        interval: Duration.hours(1),
        retries: 2,
      },
    });
    functions.inBackground(this, 'CarryOnAuditRun', {
      name: 'claims/carry-on-audit-run',
      description: 'Verifies or exports the whole audit log in the background',
      data: 'write',
      uses: ['audit-entries', 'checkpoints', 'write-exports'],
      work: { queue: runQueue, maxConcurrency: minConcurrency },
      continues: true,
    });
  }
}
