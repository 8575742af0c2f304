import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ArnFormat, Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import type {
  AuditRunsEnvironment,
  ClaimsAuthorizerEnvironment,
  PlainEnvironment,
} from '#contract/environment.ts';
import { type AuditResources, acknowledgeAuditAccess, auditStatements } from './constructs/audit-access.ts';
import { Endpoint } from './constructs/endpoint.ts';
import { FailureQueue } from './constructs/failure-queue.ts';
import { RestService } from './constructs/rest-service.ts';
import { createRolePlan } from './constructs/role-plan.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { type TableAndKey, tableStatements } from './constructs/table-access.ts';
import type { GranaryContext } from './settings.ts';

interface ClaimsStackProps extends StackProps, AuditResources, TableAndKey {
  readonly context: GranaryContext;
  readonly version: string;
  /** Directory of bundles. */
  readonly bundles: string;
}

const signingUses = ['audit-entries', 'checkpoints', 'signing'] as const;
const runUses = ['audit-entries', 'checkpoints', 'audit-runs', 'write-exports'] as const;

/** The claims API, and what keeps its audit log: checkpoints on schedule, long work in the background. */
export class ClaimsStack extends Stack {
  constructor(scope: Construct, id: string, props: ClaimsStackProps) {
    const { context, version, bundles, table, key, ...rest } = props;
    const { auditTable, checkpointBucket, checkpointKey, x12Bucket, ...stackProps } = rest;
    super(scope, id, stackProps);
    const surroundings = { bundles, key };
    // The function invokes itself: named, so that neither it nor its role refers to itself.
    const runFunctionName = `${this.stackName}-carry-on-audit-run`;
    const access = {
      auditTable,
      checkpointBucket,
      checkpointKey,
      x12Bucket,
      key,
      runFunctionArn: this.formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: runFunctionName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    };
    const plain: PlainEnvironment = {
      GRANARY_VERSION: version,
      GRANARY_ENVIRONMENT: context.environment,
      POWERTOOLS_SERVICE_NAME: 'claims',
      CORS_ORIGIN: context.corsOrigin,
    };
    const audit: AuditRunsEnvironment = {
      ...plain,
      CLAIMS_TABLE: table.tableName,
      AUDIT_TABLE: auditTable.tableName,
      CHECKPOINT_BUCKET: checkpointBucket.bucketName,
      CHECKPOINT_KEY: checkpointKey.keyId,
      EXPORT_BUCKET: x12Bucket.bucketName,
      AUDIT_RUN_FUNCTION: runFunctionName,
    };
    const gatewayKeyPrefix = `${this.stackName}-meter`;
    const authorizing: ClaimsAuthorizerEnvironment = {
      ...plain,
      CLAIMS_TABLE: table.tableName,
      GATEWAY_KEY_PREFIX: gatewayKeyPrefix,
      TOKEN_ISSUER: context.issuer,
      TOKEN_AUDIENCE: context.audience,
    };

    const authorizer = new ServiceFunction(this, 'Authorizer', {
      ...surroundings,
      name: 'claims/authorizer',
      description: 'Who is calling, and in which role',
      environment: authorizing,
      statements: tableStatements({ data: 'read' }, { table, key }),
    });
    const service = new RestService(this, 'Rest', {
      name: `${this.stackName} API`,
      description: 'Healthcare claims and their audit log',
      endpoints: claimsEndpoints,
      authorizer: authorizer.function,
      corsOrigin: context.corsOrigin,
      key,
    });
    createRolePlan(service, gatewayKeyPrefix, service.stage);
    const statementsOf = (endpoint: EndpointDeclaration): PolicyStatement[] => [
      ...tableStatements(endpoint, { table, key }),
      ...auditStatements(endpoint.uses ?? [], access),
    ];
    for (const endpoint of claimsEndpoints) {
      const isPlain = endpoint.data === 'none' && endpoint.uses === undefined;
      const made = new Endpoint(this, {
        ...surroundings,
        endpoint,
        service,
        environment: isPlain ? plain : audit,
        statements: statementsOf(endpoint),
      });
      acknowledgeAuditAccess(made, endpoint.uses ?? []);
    }

    const failures = new FailureQueue(this, 'Failures');
    const signing = new ServiceFunction(this, 'SignCheckpoint', {
      ...surroundings,
      name: 'claims/sign-checkpoint',
      description: 'Verifies what was appended to the audit log and signs where it stands',
      environment: audit,
      statements: auditStatements(signingUses, access),
      failures,
    });
    acknowledgeAuditAccess(signing, signingUses);
    new Rule(this, 'CheckpointSchedule', {
      description: 'A signed checkpoint of the audit log',
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [new LambdaFunction(signing.function, { retryAttempts: 2 })],
    });
    const running = new ServiceFunction(this, 'CarryOnAuditRun', {
      ...surroundings,
      name: 'claims/carry-on-audit-run',
      functionName: runFunctionName,
      description: 'Verifies or exports the whole audit log in the background',
      environment: audit,
      statements: [
        ...tableStatements({ data: 'write' }, { table, key }),
        ...auditStatements(runUses, access),
      ],
      failures,
    });
    acknowledgeAuditAccess(running, runUses);
  }
}
