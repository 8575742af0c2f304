import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

export class ClaimsSchedules extends Construct {
  readonly exchange: ServiceFunction;
  readonly overdue: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id);
    this.exchange = functions.inBackground(this, 'ExchangeFiles', {
      name: 'claims/exchange-files',
      description: 'Resumes submissions and copies responses of the clearinghouse into the inbox',
      data: 'write',
      uses: ['audit-append', 'submissions', 'inbox-upload', 'clearhouse-key'],
      schedule: {
        id: 'ExchangeSchedule',
        description: 'Exchange of files with the clearinghouse',
        interval: Duration.minutes(5),
        retries: 0,
      },
    });
    this.overdue = functions.inBackground(this, 'MarkOverdue', {
      name: 'claims/mark-overdue',
      description: 'Marks claims without a response in time as overdue',
      data: 'write',
      deletes: ['unmatched-payments'],
      uses: ['audit-append'],
      schedule: {
        id: 'OverdueSchedule',
        description: 'Search for overdue claims',
        interval: Duration.minutes(15),
        retries: 0,
      },
    });
  }
}
