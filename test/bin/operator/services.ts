import { cloudFormationRoutes } from '#lib/local/cloudformation/describe-stacks.ts';
import type { RestRequest, RestResult, RestRoute } from '#lib/local/control-plane/rest.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { type ApiGateway, startApiGateway } from '../../store/adapters/api-gateway.ts';
import { newClaimsTable, newCommerceTable } from '../../store/commerce/commerce-table.ts';
import { startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';

/** Returns a response instead of the service; undefined passes the request on. */
type Refusal = (route: RestRoute, request: RestRequest) => RestResult | undefined;

/** The services that the operator command uses, without APIs and functions. */
export interface OperatorServices {
  readonly table: Table;
  readonly gateway: ApiGateway;
  /** Environment variables that point the SDK's clients to the services. */
  readonly environment: Readonly<Record<string, string>>;
  /** Status of the stacks. */
  status: string;
  refuse: Refusal;
  stop(): Promise<void>;
}

export const testAwsSettings = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'eu-west-1',
} as const;

/** Outputs of the Data stack with a user pool. */
export const userPoolOutputs = { UserPoolId: 'eu-west-1_People' } as const;

/** Starts the services with these stacks, and `Empty-Commerce` and `Empty-Data`, which have no outputs. */
export async function startOperatorServices(stacks: readonly string[]): Promise<OperatorServices> {
  Object.assign(process.env, testAwsSettings);
  const engine = await startDynamoEngine();
  const tableName = (construct: string) => `Granary-Data-${construct}01234567`;
  const tableOf = (construct: string) => newCommerceTable(engine, tableName(construct));
  const table = await tableOf('CommerceTable');
  const claims = await newClaimsTable(engine, tableName('ClaimsTable'));
  const audit = await tableOf('AuditTable');
  const gateway = await startApiGateway((routes) =>
    [...cloudFormationRoutes(find), ...routes].map((route) => ({
      ...route,
      handle: (request) => services.refuse(route, request) ?? route.handle(request),
    })),
  );
  const { starter, farm, enterprise } = gateway.planIds;
  const outputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'Granary-Commerce': {
      EnvironmentName: 'production',
      DefaultCurrency: 'USD',
      CommerceTableName: table.name,
      StarterPlanId: starter,
      FarmPlanId: farm,
      EnterprisePlanId: enterprise,
    },
    'Granary-Claims': {
      EnvironmentName: 'production',
      ClaimsTableName: claims.name,
      AuditTableName: audit.name,
    },
    'Granary-Data': userPoolOutputs,
    'Granary-Web': { WebAppUrl: 'https://farm.example' },
  };
  function find(name: string) {
    if (!name.startsWith('Empty-') && !stacks.includes(name)) return undefined;
    return { name, status: services.status, outputs: new Map(Object.entries(outputs[name] ?? {})) };
  }
  const endpoint = process.env['AWS_ENDPOINT_URL_API_GATEWAY'] ?? '';
  const services: OperatorServices = {
    table,
    gateway,
    environment: {
      ...testAwsSettings,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    },
    status: 'CREATE_COMPLETE',
    refuse: () => undefined,
    stop: async () => {
      gateway.stop();
      await engine.stop();
    },
  };
  return services;
}
