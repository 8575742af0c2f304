import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import type {
  CommerceAuthorizerEnvironment,
  CommerceEnvironment,
  GatewayKeysEnvironment,
  PlainEnvironment,
} from '#contract/environment.ts';
import { commerceOutputs } from '#contract/stack-outputs.ts';
import { gatewayKeyStatements } from '../constructs/access/gateway-key-access.ts';
import { type TableAndKey, tableStatements } from '../constructs/access/table-access.ts';
import { ApiAddress } from '../constructs/api/api-address.ts';
import { Endpoint } from '../constructs/api/endpoint.ts';
import { RestService } from '../constructs/api/rest-service.ts';
import { type CommercePlans, createCommercePlans } from '../constructs/api/usage-plans.ts';
import { ServiceAlarms } from '../constructs/monitoring/service-alarms.ts';
import { type Graph, ServiceDashboard } from '../constructs/monitoring/service-dashboard.ts';
import { serviceMetric } from '../constructs/monitoring/service-metrics.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { addOutputs, FirstKeyCommand } from '../constructs/stack-outputs.ts';
import { indexNames } from '../constructs/storage/single-table.ts';
import { type DeploymentSettings, tokenEnvironment } from '../settings/settings.ts';

interface CommerceStackProps extends StackProps, TableAndKey {
  readonly context: DeploymentSettings;
  readonly version: string;
  readonly bundles: string;
}

export class CommerceStack extends Stack {
  constructor(scope: Construct, id: string, props: CommerceStackProps) {
    const { context, version, bundles, table, key, ...stackProps } = props;
    super(scope, id, stackProps);
    const plain: PlainEnvironment = {
      GRANARY_VERSION: version,
      GRANARY_ENVIRONMENT: context.environment,
      POWERTOOLS_SERVICE_NAME: 'commerce',
      CORS_ORIGIN: context.corsOrigin,
    };
    const commerce: CommerceEnvironment = { ...plain, COMMERCE_TABLE: table.tableName };
    const peopleKey = `${this.stackName}-meter-people`;
    const authorizing: CommerceAuthorizerEnvironment = {
      ...commerce,
      PEOPLE_KEY: peopleKey,
      ...tokenEnvironment(context),
    };

    const authorizer = new ServiceFunction(this, 'Authorizer', {
      bundles,
      key,
      name: 'commerce/authorizer',
      description: 'Identifies the caller and the plan',
      environment: authorizing,
      statements: tableStatements({ data: 'read' }, { table, key }),
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
    new ApiAddress(this, 'Address', { service, domainName: context.domainName, basePath: 'commerce' });
    new FirstKeyCommand(this, 'FirstKey', { service: 'commerce', stackPrefix: context.stackPrefix });
    const plans = createCommercePlans(service, {
      name: `${this.stackName} API`,
      stage: service.stage,
      peopleKey,
    });
    const withPlans: GatewayKeysEnvironment = {
      ...commerce,
      USAGE_PLAN_STARTER: plans.starter.usagePlanId,
      USAGE_PLAN_FARM: plans.farm.usagePlanId,
      USAGE_PLAN_ENTERPRISE: plans.enterprise.usagePlanId,
    };
    for (const endpoint of commerceEndpoints) {
      const own = endpoint.managesGatewayKeys ? withPlans : commerce;
      new Endpoint(this, {
        endpoint,
        service,
        bundles,
        key,
        environment: endpoint.data === 'none' ? plain : own,
        statements: [...tableStatements(endpoint, { table, key }), ...keyStatements(endpoint, plans)],
      });
    }
    addOutputs(this, commerceOutputs, {
      EnvironmentName: context.environment,
      CommerceTableName: table.tableName,
      StarterPlanId: plans.starter.usagePlanId,
      FarmPlanId: plans.farm.usagePlanId,
      EnterprisePlanId: plans.enterprise.usagePlanId,
    });
    const tables = [{ label: 'commerce', table, indexNames }];
    const alarms = new ServiceAlarms(this, 'Alarms', {
      service: 'commerce',
      api: service.api,
      tables,
      email: context.alarmEmail,
      key,
    });
    new ServiceDashboard(this, 'Overview', {
      service: 'commerce',
      api: service.api,
      tables,
      alarms,
      rows: [[activityGraph]],
    });
  }
}

const activityGraph: Graph = {
  title: 'Activity',
  left: ['orderCreated', 'campaignCreated', 'referralCompleted', 'searchPerformed'].map((event) =>
    serviceMetric('commerce', event),
  ),
};

const keyStatements = (endpoint: EndpointDeclaration, plans: CommercePlans): PolicyStatement[] =>
  endpoint.managesGatewayKeys ? gatewayKeyStatements(plans) : [];
