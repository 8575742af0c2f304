import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import type {
  CommerceAuthorizerEnvironment,
  CommerceEnvironment,
  GatewayKeysEnvironment,
  MessagingEnvironment,
  PaymentsEnvironment,
  PlainEnvironment,
} from '#contract/environment.ts';
import { commerceOutputs } from '#contract/stack-outputs.ts';
import {
  gatewayKeyRemovalStatements,
  gatewayKeyStatements,
} from '../constructs/access/gateway-key-access.ts';
import { type MediaAccess, mediaStatements, suppressForMedia } from '../constructs/access/media-access.ts';
import { sendingStatements } from '../constructs/access/message-access.ts';
import { type TableAndKey, tableStatements } from '../constructs/access/table-access.ts';
import { ApiAddress } from '../constructs/api/api-address.ts';
import { authorizerName, functionName } from '../constructs/api/api-body.ts';
import { Endpoint } from '../constructs/api/endpoint.ts';
import { RestService } from '../constructs/api/rest-service.ts';
import { createCommercePlans } from '../constructs/api/usage-plans.ts';
import { WorkFunctions } from '../constructs/commerce/work-functions.ts';
import { MediaIntake, MessageEvents } from '../constructs/commerce/work-intake.ts';
import { addWorkAlarms, WorkQueues, workGraphs } from '../constructs/commerce/work-queues.ts';
import { ServiceAlarms } from '../constructs/monitoring/service-alarms.ts';
import { type Graph, ServiceDashboard } from '../constructs/monitoring/service-dashboard.ts';
import { serviceMetric } from '../constructs/monitoring/service-metrics.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { addOutputs, FirstKeyCommand } from '../constructs/stack-outputs.ts';
import { readStatements } from '../constructs/storage/secrets.ts';
import type { ApiLocation } from '../constructs/web/api-origin.ts';
import { concurrencyOf, type DeploymentSettings, tokenEnvironment } from '../settings/settings.ts';

interface CommerceStackProps extends StackProps, TableAndKey, MediaAccess {
  readonly context: DeploymentSettings;
  readonly version: string;
  readonly bundles: string;
  /** Signs the unsubscribe links of messages; undefined without a sender. */
  readonly unsubscribeKey: Pick<ISecret, 'secretArn'> | undefined;
  /** Undefined without the setting. */
  readonly paymentKeys: Pick<ISecret, 'secretArn'> | undefined;
}

export class CommerceStack extends Stack {
  readonly location: ApiLocation;

  constructor(scope: Construct, id: string, props: CommerceStackProps) {
    const { context, version, bundles, table, mediaBucket, unsubscribeKey, paymentKeys, key, ...stackProps } =
      props;
    super(scope, id, stackProps);
    const plain: PlainEnvironment & { readonly DEFAULT_CURRENCY: string } = {
      GRANARY_VERSION: version,
      GRANARY_ENVIRONMENT: context.environment,
      POWERTOOLS_SERVICE_NAME: 'commerce',
      CORS_ORIGIN: context.corsOrigin,
      DEFAULT_CURRENCY: context.currency,
    };
    const commerce: CommerceEnvironment = {
      ...plain,
      COMMERCE_TABLE: table.tableName,
      IMAGES_URL: context.imagesUrl,
      SENDER_EMAIL: context.senderEmail,
      SMS_ORIGINATION: context.smsOrigination,
      WEB_URL: context.webDomainName === '' ? '' : `https://${context.webDomainName}`,
      UNSUBSCRIBED_BRANDS: context.unsubscribedBrands,
      DELETION_WAIT_DAYS: context.deletionWaitDays,
    };
    const peopleKey = `${this.stackName}-meter-people`;
    const authorizing: CommerceAuthorizerEnvironment = {
      ...commerce,
      PEOPLE_KEY: peopleKey,
      ...tokenEnvironment(context),
    };

    const authorizer = new ServiceFunction(this, 'Authorizer', {
      bundles,
      key,
      name: `commerce/${authorizerName}`,
      functionName: functionName(this.stackName, authorizerName),
      description: 'Identifies the caller and the plan',
      environment: authorizing,
      statements: tableStatements({ data: 'read', updates: ['key-uses'] }, { table, key }),
    });
    const service = new RestService(this, 'Rest', {
      name: `${this.stackName} API`,
      description: 'Commerce and farm operations',
      endpoints: commerceEndpoints,
      authorizer: authorizer.function,
      corsOrigin: context.corsOrigin,
      executeApiEndpoint: context.executeApiEndpoint,
      key,
    });
    const address = new ApiAddress(this, 'Address', {
      service,
      domainName: context.domainName,
      basePath: 'commerce',
    });
    this.location = address.location;
    new FirstKeyCommand(this, 'FirstKey', { service: 'commerce', stackPrefix: context.stackPrefix });
    const plans = createCommercePlans(service, {
      name: `${this.stackName} API`,
      stage: service.stage,
      peopleKey,
    });
    const queues = new WorkQueues(this, 'Work', { key });
    const withPlans: GatewayKeysEnvironment = {
      ...commerce,
      INSTALLATION: context.stackPrefix,
      USAGE_PLAN_STARTER: plans.starter.usagePlanId,
      USAGE_PLAN_FARM: plans.farm.usagePlanId,
      USAGE_PLAN_ENTERPRISE: plans.enterprise.usagePlanId,
    };
    const paying = { PAYMENT_KEYS_SECRET: paymentKeys?.secretArn };
    const unsubscribing = { UNSUBSCRIBE_SECRET: unsubscribeKey?.secretArn };
    const paymentStatements = readStatements('ReadPaymentKeys', paymentKeys, key);
    const unsubscribeStatements = readStatements('ReadUnsubscribeKey', unsubscribeKey, key);
    for (const endpoint of commerceEndpoints) {
      const media = endpoint.media ?? [];
      const made = new Endpoint(this, {
        endpoint,
        service,
        bundles,
        key,
        environment: {
          ...(endpoint.data === 'none' ? plain : commerce),
          ...(pays(endpoint) && paying),
          ...(endpoint.wakesWorkers && queues.environment),
          ...(media.length > 0 && { MEDIA_BUCKET: mediaBucket.bucketName }),
          ...(endpoint.readsUnsubscribeKey && unsubscribing),
        },
        statements: [
          ...tableStatements(endpoint, { table, key }),
          ...(pays(endpoint) ? paymentStatements : []),
          ...(endpoint.wakesWorkers ? queues.statements() : []),
          ...media.flatMap((use) => mediaStatements(use, { mediaBucket, key })),
          ...(endpoint.readsUnsubscribeKey ? unsubscribeStatements : []),
        ],
      });
      suppressForMedia(made, media);
    }
    const { emailSet, smsSet } = new MessageEvents(this, 'Messages', {
      queue: queues.work,
      key,
      channels: { email: context.senderEmail !== '', sms: context.smsOrigination !== '' },
    });
    const messaging: MessagingEnvironment = {
      SES_CONFIGURATION_SET: emailSet,
      SMS_CONFIGURATION_SET: smsSet,
      EMAIL_RATE: context.emailRate,
      SMS_RATE: context.smsRate,
      ...unsubscribing,
      PUBLIC_URL: address.baseUrl,
    };
    const work = new WorkFunctions(this, 'WorkFunctions', {
      ...{ bundles, key, table, environment: commerce, queues },
      concurrency: concurrencyOf(context).work,
      own: {
        'process-uploads': {
          environment: { MEDIA_BUCKET: mediaBucket.bucketName },
          statements: mediaStatements('process-uploads', { mediaBucket, key }),
          media: ['process-uploads'],
        },
        'process-images': {
          environment: { MEDIA_BUCKET: mediaBucket.bucketName },
          statements: mediaStatements('process-images', { mediaBucket, key }),
          media: ['process-images'],
        },
        'export-brands': {
          environment: { MEDIA_BUCKET: mediaBucket.bucketName },
          statements: mediaStatements('archive', { mediaBucket, key }),
          media: ['archive'],
        },
        'erase-brands': {
          environment: { ...withPlans, ...paying, MEDIA_BUCKET: mediaBucket.bucketName },
          scope: this,
          statements: [
            ...gatewayKeyRemovalStatements(context.stackPrefix),
            ...paymentStatements,
            ...mediaStatements('erase', { mediaBucket, key }),
          ],
          removesGatewayKeys: true,
          media: ['erase'],
        },
        'send-messages': {
          environment: messaging,
          statements: [...sendingStatements({ context, emailSet, smsSet }), ...unsubscribeStatements],
        },
        'receive-message-events': { environment: unsubscribing, statements: unsubscribeStatements },
        'settle-billing': {
          scope: this,
          environment: { ...withPlans, ...paying } satisfies PaymentsEnvironment,
          statements: [...gatewayKeyStatements(plans), ...paymentStatements],
          managesGatewayKeys: true,
        },
      },
    });
    new MediaIntake(this, 'MediaIntake', { bucketName: mediaBucket.bucketName, queue: queues.work });
    addOutputs(this, commerceOutputs, {
      EnvironmentName: context.environment,
      DefaultCurrency: context.currency,
      CommerceTableName: table.tableName,
      StarterPlanId: plans.starter.usagePlanId,
      FarmPlanId: plans.farm.usagePlanId,
      EnterprisePlanId: plans.enterprise.usagePlanId,
    });
    const tables = [{ label: 'commerce', table }];
    const alarms = new ServiceAlarms(this, 'Alarms', {
      service: 'commerce',
      api: service.api,
      tables,
      email: context.alarmEmail,
      key,
    });
    addWorkAlarms(alarms, queues, work.finding);
    if (context.dashboards === 'on') {
      new ServiceDashboard(this, 'Overview', {
        service: 'commerce',
        api: service.api,
        tables,
        alarms,
        rows: [[activityGraph, ...workGraphs]],
      });
    }
  }
}

const activityGraph: Graph = {
  title: 'Activity',
  left: ['orderCreated', 'campaignCreated', 'referralCompleted', 'searchPerformed'].map((event) =>
    serviceMetric('commerce', event),
  ),
};

const pays = ({ uses = [] }: EndpointDeclaration) => uses.includes('payment-keys');
