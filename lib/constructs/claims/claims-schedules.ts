import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

const visits = Duration.minutes(5);
const looks = Duration.minutes(15);

/**
 * What the claims service does by the clock. A visit that fails is not repeated: the next one does all of it. Both
 * EventBridge, which hands the event to Lambda, and Lambda, which runs the function, would repeat it by default.
 */
export class ClaimsSchedules extends Construct {
  readonly exchange: ServiceFunction;
  readonly overdue: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id);
    this.exchange = functions.inBackground(this, 'ExchangeFiles', {
      name: 'claims/exchange-files',
      description: 'Carries submissions on and takes responses of the clearinghouse into the inbox',
      data: 'write',
      deletes: ['reservations'],
      uses: ['audit-append', 'submissions', 'inbox-upload', 'clearhouse-key'],
      interval: visits,
    });
    new Rule(this, 'ExchangeSchedule', {
      description: 'A visit at the clearinghouse',
      schedule: Schedule.rate(visits),
      targets: [new LambdaFunction(this.exchange.function, { retryAttempts: 0 })],
    });
    this.overdue = functions.inBackground(this, 'MarkOverdue', {
      name: 'claims/mark-overdue',
      description: 'Finds claims whose answer is missing for too long',
      data: 'write',
      deletes: ['unmatched-payments'],
      uses: ['audit-append'],
      interval: looks,
    });
    new Rule(this, 'OverdueSchedule', {
      description: 'A look for missing answers',
      schedule: Schedule.rate(looks),
      targets: [new LambdaFunction(this.overdue.function, { retryAttempts: 0 })],
    });
  }
}
