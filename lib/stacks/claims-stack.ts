import { Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type {
  AuditRunsEnvironment,
  BulkRunsEnvironment,
  ClaimsAuthorizerEnvironment,
  ClearinghouseEnvironment,
  PlainEnvironment,
} from '#contract/environment.ts';
import { claimsOutputs } from '#contract/stack-outputs.ts';
import type { AuditResources } from '../constructs/access/audit-access.ts';
import { claimsUsesOf, suppressForUses } from '../constructs/access/claims-access.ts';
import type { FileResources } from '../constructs/access/file-access.ts';
import { type TableAndKey, tableStatements } from '../constructs/access/table-access.ts';
import { ApiAddress } from '../constructs/api/api-address.ts';
import { authorizerName, functionName } from '../constructs/api/api-body.ts';
import { Endpoint } from '../constructs/api/endpoint.ts';
import { RestService } from '../constructs/api/rest-service.ts';
import { createRolePlan } from '../constructs/api/usage-plans.ts';
import { ClaimsFunctions } from '../constructs/claims/claims-functions.ts';
import { ClaimsIntake } from '../constructs/claims/claims-intake.ts';
import {
  AlertWork,
  AuditMaintenance,
  BulkWork,
  ClaimsSchedules,
  ClaimsUpkeep,
  SchemaMigration,
} from '../constructs/claims/claims-upkeep.ts';
import { ClaimsAlarms } from '../constructs/monitoring/claims-alarms.ts';
import { claimsGraphs } from '../constructs/monitoring/claims-graphs.ts';
import { ServiceDashboard } from '../constructs/monitoring/service-dashboard.ts';
import { DeadLetterQueue, FailureQueue } from '../constructs/queues/event-source-queue.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { addOutputs, FirstKeyCommand } from '../constructs/stack-outputs.ts';
import type { ApiLocation } from '../constructs/web/api-origin.ts';
import { concurrencyOf, type DeploymentSettings, tokenEnvironment } from '../settings/settings.ts';

interface ClaimsStackProps extends StackProps, Omit<AuditResources, 'x12Bucket'>, FileResources, TableAndKey {
  readonly context: DeploymentSettings;
  readonly version: string;
  readonly bundles: string;
}

export class ClaimsStack extends Stack {
  readonly location: ApiLocation;

  constructor(scope: Construct, id: string, props: ClaimsStackProps) {
    const { context, version, bundles, table, key, ...rest } = props;
    const {
      auditTable,
      checkpointBucket,
      checkpointKey,
      x12Bucket,
      clearinghouseKey,
      searchKey,
      ...stackProps
    } = rest;
    super(scope, id, stackProps);
    const deadLetters = new DeadLetterQueue(this, 'DeadLetters', key);
    const intake = new ClaimsIntake(this, 'Intake', { deadLetters, key });
    const runQueue = intake.inbox;
    const plain: PlainEnvironment = {
      GRANARY_VERSION: version,
      GRANARY_ENVIRONMENT: context.environment,
      POWERTOOLS_SERVICE_NAME: 'claims',
      CORS_ORIGIN: context.corsOrigin,
    };
    const environment: AuditRunsEnvironment & BulkRunsEnvironment & ClearinghouseEnvironment = {
      ...plain,
      CLAIMS_TABLE: table.tableName,
      AUDIT_TABLE: auditTable.tableName,
      CHECKPOINT_BUCKET: checkpointBucket.bucketName,
      CHECKPOINT_KEY: checkpointKey.keyId,
      EXPORT_BUCKET: x12Bucket.bucketName,
      X12_BUCKET: x12Bucket.bucketName,
      AUDIT_RUN_QUEUE: runQueue.queueUrl,
      BULK_RUN_QUEUE: runQueue.queueUrl,
      CLEARINGHOUSE_KEY_SECRET: clearinghouseKey?.secretArn,
      SEARCH_KEY_SECRET: searchKey.secretArn,
      ...(context.stagingDirectory !== '' && { STAGING_DIRECTORY: context.stagingDirectory }),
    };
    const gatewayKeyPrefix = `${this.stackName}-meter`;
    const authorizing: ClaimsAuthorizerEnvironment = {
      ...plain,
      CLAIMS_TABLE: table.tableName,
      GATEWAY_KEY_PREFIX: gatewayKeyPrefix,
      ...tokenEnvironment(context),
    };
    const failures = new FailureQueue(this, 'Failures');
    const functions = new ClaimsFunctions({
      bundles,
      key,
      table,
      environment,
      failures,
      access: {
        ...{ auditTable, checkpointBucket, checkpointKey, x12Bucket },
        ...{ clearinghouseKey, searchKey, key, runQueue },
      },
    });

    const authorizer = new ServiceFunction(this, 'Authorizer', {
      bundles,
      key,
      name: `claims/${authorizerName}`,
      functionName: functionName(this.stackName, authorizerName),
      description: 'Identifies the caller and the role',
      environment: authorizing,
      statements: tableStatements({ data: 'read' }, { table, key }),
    });
    const service = new RestService(this, 'Rest', {
      name: `${this.stackName} API`,
      description: 'Healthcare claims and their audit log',
      endpoints: claimsEndpoints,
      authorizer: authorizer.function,
      corsOrigin: context.corsOrigin,
      executeApiEndpoint: context.executeApiEndpoint,
      key,
    });
    const address = new ApiAddress(this, 'Address', {
      service,
      domainName: context.domainName,
      basePath: 'claims',
    });
    this.location = address.location;
    new FirstKeyCommand(this, 'FirstKey', { service: 'claims', stackPrefix: context.stackPrefix });
    createRolePlan(service, gatewayKeyPrefix, service.stage);
    for (const endpoint of claimsEndpoints) {
      const isPlain = endpoint.data === 'none' && endpoint.uses === undefined;
      const made = new Endpoint(this, {
        bundles,
        key,
        endpoint,
        service,
        environment: isPlain ? plain : environment,
        statements: functions.statements({ ...endpoint, uses: claimsUsesOf(endpoint) }),
      });
      suppressForUses(made, claimsUsesOf(endpoint));
    }

    const audit = new AuditMaintenance(this, 'Audit', functions, runQueue);
    const bulk = new BulkWork(this, 'Bulk', functions, runQueue);
    intake.addFunctions(functions, {
      x12Bucket,
      deadLetters,
      key,
      concurrency: concurrencyOf(context),
      testPayer: context.testPayer === 'on',
      runs: { audit: audit.runs, bulk: bulk.runs },
    });
    const schedules = new ClaimsSchedules(this, 'Schedules', functions);
    const upkeep = new ClaimsUpkeep(this, 'Upkeep', functions);
    new AlertWork(upkeep, 'Alerts', functions, {
      senderEmail: context.senderEmail,
      publicUrl: address.baseUrl,
    });
    new SchemaMigration(this, 'Migration', functions);
    const tables = [
      { label: 'claims', table },
      { label: 'audit', table: auditTable },
    ];
    const alarms = new ClaimsAlarms(this, 'Alarms', {
      api: service.api,
      tables,
      failures,
      deadLetters,
      exchange: schedules.exchange,
      signing: audit.signing,
      visitsClearinghouse: context.clearinghouse === 'on',
      email: context.alarmEmail,
      key,
    });
    addOutputs(this, claimsOutputs, {
      EnvironmentName: context.environment,
      ClaimsTableName: table.tableName,
      AuditTableName: auditTable.tableName,
    });
    if (context.dashboards === 'on') {
      const queues = [
        { label: 'inbox', queue: intake.inbox },
        { label: 'failures', queue: failures },
        { label: 'dead letters', queue: deadLetters },
      ];
      new ServiceDashboard(this, 'Overview', {
        service: 'claims',
        api: service.api,
        tables,
        alarms,
        rows: claimsGraphs({ queues, signing: audit.signing }),
      });
    }
  }
}
