import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

const exchangeInterval = Duration.minutes(5);
const overdueInterval = Duration.minutes(15);

/**
 * The schedules of the claims service. A failed run is not retried, because the next one does the same work. Both
 * EventBridge and Lambda would retry it by default.
 */
export class ClaimsSchedules extends Construct {
  readonly exchange: ServiceFunction;
  readonly overdue: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id);
    this.exchange = functions.inBackground(this, 'ExchangeFiles', {
      name: 'claims/exchange-files',
      description: 'Resumes submissions and copies responses of the clearinghouse into the inbox',
      data: 'write',
      deletes: ['reservations'],
      uses: ['audit-append', 'submissions', 'inbox-upload', 'clearhouse-key'],
      interval: exchangeInterval,
    });
    new Rule(this, 'ExchangeSchedule', {
      description: 'Exchange of files with the clearinghouse',
      schedule: Schedule.rate(exchangeInterval),
      targets: [new LambdaFunction(this.exchange.function, { retryAttempts: 0 })],
    });
    this.overdue = functions.inBackground(this, 'MarkOverdue', {
      name: 'claims/mark-overdue',
      description: 'Marks claims without a response in time as overdue',
      data: 'write',
      deletes: ['unmatched-payments'],
      uses: ['audit-append'],
      interval: overdueInterval,
    });
    new Rule(this, 'OverdueSchedule', {
      description: 'Search for overdue claims',
      schedule: Schedule.rate(overdueInterval),
      targets: [new LambdaFunction(this.overdue.function, { retryAttempts: 0 })],
    });
  }
}
