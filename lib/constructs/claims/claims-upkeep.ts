import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Aws, CustomResource, Duration, NestedStack, Stack } from 'aws-cdk-lib/core';
import { Provider } from 'aws-cdk-lib/custom-resources';
import { Construct, Dependable, type IDependable } from 'constructs';
import { schemaVersion } from '#contract/claims/service.ts';
import { suppress } from '../../nag/suppressions.ts';
import { emailStatements } from '../access/message-access.ts';
import { allow } from '../access/statements.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

export class ClaimsSchedules extends Construct {
  readonly exchange: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id);
    this.exchange = functions.inBackground(this, 'ExchangeFiles', {
      name: 'exchange-files',
      description: 'Resumes submissions and copies responses of the clearinghouse into the inbox',
      schedule: {
        id: 'ExchangeSchedule',
        description: 'Exchange of files with the clearinghouse',
        interval: Duration.minutes(1),
        retries: 0,
      },
    });
    functions.inBackground(this, 'MarkOverdue', {
      name: 'mark-overdue',
      description: 'Marks claims without a response in time as overdue',
      schedule: {
        id: 'OverdueSchedule',
        description: 'Search for overdue claims',
        interval: Duration.minutes(15),
        retries: 0,
      },
    });
  }
}

/**
 * Migrates stored data to the schema version of this release, as the last step of a deployment: whatever fails before it is
 * rolled back with the data as it was. A release older than the stored data fails here, unless an update is rolled back to it.
 */
export class SchemaMigration extends Construct {
  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id);
    const migrate = functions.inBackground(this, 'MigrateSchema', {
      name: 'migrate-schema',
      description: 'Raises the stored schema version, step by step',
      synchronous: true,
      own: {
        environment: {},
        statements: [allow('ReadOwnStack', ['cloudformation:DescribeStacks'], [Aws.STACK_ID])],
      },
    });
    const provider = new Provider(this, 'Provider', { onEventHandler: migrate.function });
    suppress(provider, 'provider-framework');
    const schema = new CustomResource(this, 'Schema', {
      resourceType: 'Custom::ClaimsSchema',
      serviceToken: provider.serviceToken,
      properties: { SchemaVersion: schemaVersion },
    });
    schema.node.addDependency(everythingIn(Stack.of(this)));
  }
}

/** All resources of a stack, also those that are added later. The CDK passes over the dependency of a resource on itself. */
function everythingIn({ node }: Stack): IDependable {
  const everything: IDependable = {};
  Dependable.implement(everything, {
    get dependencyRoots() {
      return node.children;
    },
  });
  return everything;
}

export class AuditMaintenance extends Construct {
  readonly signing: ServiceFunction;
  readonly runs: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions, queue: IQueue) {
    super(scope, id);
    this.signing = functions.inBackground(this, 'SignCheckpoint', {
      name: 'sign-checkpoint',
      description: 'Verifies the newest entries of the audit log and signs a checkpoint',
      schedule: {
        id: 'CheckpointSchedule',
        description: 'A signed checkpoint of the audit log',
        interval: Duration.hours(1),
        retries: 2,
      },
    });
    this.runs = functions.inBackground(this, 'CarryOnAuditRun', {
      name: 'carry-on-audit-run',
      description: 'Verifies or exports the whole audit log in the background',
      continuesBy: queue,
    });
  }
}

/** Continues bulk runs that one request is too short for. */
export class BulkWork extends Construct {
  readonly runs: ServiceFunction;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions, queue: IQueue) {
    super(scope, id);
    this.runs = functions.inBackground(this, 'CarryOnBulkRun', {
      name: 'carry-on-bulk-run',
      description: 'Works through the claims of bulk runs in the background',
      continuesBy: queue,
    });
  }
}

interface AlertWorkProps {
  /** Sender of e-mail; empty to send none. */
  readonly senderEmail: string;
  /** Address of the API, for links. */
  readonly publicUrl: string;
}

/** Evaluates alert rules and sends alerts. */
export class AlertWork extends Construct {
  constructor(scope: Construct, id: string, functions: ClaimsFunctions, props: AlertWorkProps) {
    super(scope, id);
    const { senderEmail, publicUrl } = props;
    functions.inBackground(this, 'RaiseAlerts', {
      name: 'raise-alerts',
      description: 'Evaluates alert rules and sends alerts',
      own: {
        environment: { PUBLIC_URL: publicUrl, ...(senderEmail !== '' && { SENDER_EMAIL: senderEmail }) },
        statements: emailStatements(senderEmail),
      },
      schedule: {
        id: 'AlertSchedule',
        description: 'Evaluation of alert rules, and sending of alerts',
        interval: Duration.minutes(1),
        retries: 0,
      },
    });
  }
}

/** What keeps the stored records in order. A stack below the service's, which has no room for more resources. */
export class ClaimsUpkeep extends NestedStack {
  constructor(scope: Construct, id: string, functions: ClaimsFunctions) {
    super(scope, id, { description: 'Granary: upkeep of the records of claims' });
    functions.inBackground(this, 'PurgeRecords', {
      name: 'purge-records',
      description: 'Removes records whose retention time is over',
      schedule: {
        id: 'PurgeSchedule',
        description: 'Continuation of purges, and the daily purge',
        interval: Duration.minutes(15),
        retries: 0,
      },
    });
  }
}
