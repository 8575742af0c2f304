import { existsSync } from 'node:fs';
import path from 'node:path';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type {
  AuditEnvironment,
  AuditRunsEnvironment,
  ClaimsAuthorizerEnvironment,
  ClaimsEnvironment,
  ClearinghouseEnvironment,
  CommerceAuthorizerEnvironment,
  CommerceEnvironment,
  GatewayKeysEnvironment,
  PlainEnvironment,
  WorkEnvironment,
} from '#contract/environment.ts';
import { suppress } from '../nag/suppressions.ts';
import { functionSettings, logRetention } from '../settings/settings.ts';

/** What a function may be told; the schema that it parses at init is the type of what it is given here. */
export type FunctionEnvironment =
  | PlainEnvironment
  | CommerceEnvironment
  | GatewayKeysEnvironment
  | CommerceAuthorizerEnvironment
  | ClaimsEnvironment
  | ClaimsAuthorizerEnvironment
  | AuditEnvironment
  | AuditRunsEnvironment
  | ClearinghouseEnvironment
  | WorkEnvironment;

/** What all functions of a stack share. */
export interface SharedFunctionProps {
  /** Directory of bundles. */
  readonly bundles: string;
  /** Encrypts log groups; absent where AWS holds the keys. */
  readonly key: IKey | undefined;
}

interface ServiceFunctionProps extends SharedFunctionProps {
  /** Service and file name of its source below `functions/`, e.g. `commerce/create-order`. */
  readonly name: string;
  readonly description: string;
  readonly environment: FunctionEnvironment;
  /** What it may do beside writing its own log and traces. */
  readonly statements: readonly PolicyStatement[];
  /** Fixed name; by default CloudFormation chooses one. */
  readonly functionName?: string;
  /** Long work takes as many runs as it needs; Lambda would take the chain for a loop after sixteen and stop it. */
  readonly startsItself?: boolean;
  /** What becomes of events that the function fails at; absent where its caller waits for the answer. */
  readonly failures?: FailedEvents;
}

interface FailedEvents {
  /** Takes each event that failed in all attempts, with its error: an on-failure destination. */
  readonly queue: IQueue;
  /** How often Lambda repeats an event. */
  readonly retries: 0 | 2;
  /** How long an event may wait for Lambda to start it; 6 hours by default. */
  readonly maximumAge?: Duration;
}

/** One Lambda function with a role of its own, which can do what the function needs and no more, and its log. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { memoryMegabytes, timeoutSeconds } = functionSettings(props.name);

    const logGroup = new LogGroup(this, 'Log', {
      retention: logRetention.functions,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(props.key && { encryptionKey: props.key }),
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Needs: new PolicyDocument({
          statements: [
            ...props.statements,
            ...(props.failures ? [sendTo(props.failures.queue)] : []),
            writeLog(logGroup),
            writeTraces(),
          ],
        }),
      },
    });
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      code: Code.fromAsset(bundleOf(props)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMegabytes,
      timeout: Duration.seconds(timeoutSeconds),
      ...(props.functionName !== undefined && { functionName: props.functionName }),
      ...(props.startsItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(props.failures && {
        onFailure: new SqsDestination(props.failures.queue),
        retryAttempts: props.failures.retries,
        ...(props.failures.maximumAge && { maxEventAge: props.failures.maximumAge }),
      }),
      // The policy above is the whole of what it may do; CDK is not to add to it.
      role: role.withoutPolicyUpdates(),
      environment: variables(props.environment),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
    });
    suppress(role, 'function-role');
    suppress(this.function, 'outside-vpc');
    suppress(this.function, props.failures ? 'failure-destination' : 'synchronous-function');
    suppress(this.function, 'unreserved-concurrency');
    if (!props.key) suppress(logGroup, 'aws-owned-key');
  }
}

function bundleOf({ bundles, name }: ServiceFunctionProps): string {
  const directory = path.join(bundles, name);
  if (!existsSync(path.join(directory, 'index.mjs'))) {
    throw new Error(
      `Function ${name} is declared in the contract, but has no bundle; add its source below functions/`,
    );
  }
  return directory;
}

const variables = (environment: FunctionEnvironment): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(environment)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ),
  NODE_OPTIONS: '--enable-source-maps',
});

const sendTo = ({ queueArn }: IQueue) =>
  new PolicyStatement({
    sid: 'KeepFailures',
    effect: Effect.ALLOW,
    actions: ['sqs:SendMessage'],
    resources: [queueArn],
  });

const writeLog = (logGroup: LogGroup) =>
  new PolicyStatement({
    sid: 'WriteLog',
    effect: Effect.ALLOW,
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });

/** X-Ray knows no resources to restrict these to. */
const writeTraces = () =>
  new PolicyStatement({
    sid: 'WriteTraces',
    effect: Effect.ALLOW,
    actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
    resources: ['*'],
  });
