import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import type * as z from 'zod';
import type { CredentialLog } from '#claims/api-keys/records.ts';
import {
  claimsOutputs,
  commerceOutputs,
  dataOutputs,
  identityOutputs,
  paymentOutputs,
  planIdsOf,
  webOutputs,
} from '#contract/stack-outputs.ts';
import { type GatewayKeys, openGatewayKeys } from '#store/adapters/gateway-keys.ts';
import { openAuditLog } from '#store/audit/open-audit-log.ts';
import { useCommerceTable } from '#store/commerce/commerce-table.ts';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import { OperatorError, type Session } from './command.ts';

export interface CommerceResources {
  readonly environment: string;
  /** Currency of new brands. */
  readonly currency: string;
  readonly table: Table;
  readonly gatewayKeys: GatewayKeys;
}

export interface ClaimsResources {
  readonly environment: string;
  readonly table: Table;
  /** For reading, and for the repair of the head. */
  readonly auditTable: Table;
  readonly auditLog: CredentialLog;
}

class StackMissing extends OperatorError {}

/** Retries for longer than a request does, because one run may change thousands of brands. */
const gatewayRetries = { maxAttempts: 8, deadline: 30_000 };

/** Finds the commerce service by the outputs of its stack. Throws OperatorError. */
export async function openCommerce({ stackPrefix }: Session): Promise<CommerceResources> {
  const outputs = await readOutputs(`${stackPrefix}-Commerce`, commerceOutputs);
  const table = openTable(outputs.CommerceTableName);
  // Records are declared with the table of the process.
  useCommerceTable(table);
  return {
    environment: outputs.EnvironmentName,
    currency: outputs.DefaultCurrency,
    table,
    gatewayKeys: openGatewayKeys(planIdsOf(outputs), stackPrefix, gatewayRetries),
  };
}

/** Finds the claims service by the outputs of its stack. Throws OperatorError. */
export async function openClaims({ stackPrefix }: Session): Promise<ClaimsResources> {
  const outputs = await readOutputs(`${stackPrefix}-Claims`, claimsOutputs);
  const table = openTable(outputs.ClaimsTableName);
  return {
    environment: outputs.EnvironmentName,
    table,
    auditTable: openTable(outputs.AuditTableName, { roundsNumbers: true }),
    auditLog: openAuditLog(outputs.AuditTableName, table),
  };
}

/** Returns the name of the secret with the clearinghouse's private key. Throws OperatorError. */
export async function clearinghouseKeyName({ stackPrefix }: Session): Promise<string> {
  const { ClearinghouseKeyName } = await readOutputs(
    `${stackPrefix}-Data`,
    dataOutputs,
    'deploy with the setting clearinghouse=on',
  );
  return ClearinghouseKeyName;
}

/** Returns the name of the secret with the keys of the payment provider. Throws OperatorError. */
export async function paymentKeysName({ stackPrefix }: Session): Promise<string> {
  const { PaymentKeysName } = await readOutputs(
    `${stackPrefix}-Data`,
    paymentOutputs,
    'deploy with the setting payments=on',
  );
  return PaymentKeysName;
}

/** Returns the id of the user pool and the address of the web app. Throws OperatorError. */
export async function userPoolOf({ stackPrefix }: Session) {
  const { UserPoolId } = await readOutputs(
    `${stackPrefix}-Data`,
    identityOutputs,
    'deploy with the setting identity=cognito',
  );
  const { WebAppUrl } = await readOutputs(`${stackPrefix}-Web`, webOutputs);
  return { UserPoolId, WebAppUrl };
}

/**
 * Opens the deployed services, at least one; only commerce unless `both`.
 *
 * @throws OperatorError if none is deployed, or a stack is unusable
 */
export async function openDeployed(
  session: Session,
  both: boolean,
): Promise<{
  readonly commerce: CommerceResources | undefined;
  readonly claims: ClaimsResources | undefined;
}> {
  if (!both) return { commerce: await openCommerce(session), claims: undefined };
  const missing: StackMissing[] = [];
  const noteMissing = (error: unknown): undefined => {
    if (!(error instanceof StackMissing)) throw error;
    missing.push(error);
  };
  const commerce = await openCommerce(session).catch(noteMissing);
  const claims = await openClaims(session).catch(noteMissing);
  if (!commerce && !claims)
    throw missing[0] ?? new OperatorError('No stack is deployed; run npm run deploy.');
  return { commerce, claims };
}

async function readOutputs<Schema extends z.ZodObject>(
  stackName: string,
  schema: Schema,
  remedy = 'deploy this version of Granary',
): Promise<z.output<Schema>> {
  const client = new CloudFormationClient();
  const stack = await describe(client, stackName);
  if (!stack) {
    const region = await client.config.region();
    throw new StackMissing(
      `There is no stack ${stackName} in ${region}; deploy it, or set AWS_REGION or --stack-prefix.`,
    );
  }
  const obstacle = obstacleOf(stack.StackStatus ?? '');
  if (obstacle !== undefined) throw new OperatorError(`Stack ${stackName} ${obstacle}.`);
  const outputs = Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]),
  );
  const parsed = schema.safeParse(outputs);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join('.'));
  throw new OperatorError(`Stack ${stackName} lacks output ${names.join(', ')}; ${remedy}.`);
}

async function describe(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks[0];
  } catch (error) {
    const isMissing =
      error instanceof CloudFormationServiceException &&
      error.name === 'ValidationError' &&
      error.message.includes('does not exist');
    if (isMissing) return undefined;
    throw error;
  }
}

/**
 * Returns why a stack in this state is unusable; undefined if it is usable. A stack keeps its tables and plans during an
 * update, so keys can be revoked at any time.
 */
function obstacleOf(status: string): string | undefined {
  if (/^(CREATE_COMPLETE|UPDATE_|IMPORT_)/.test(status)) return undefined;
  if (status === 'CREATE_IN_PROGRESS' || status === 'REVIEW_IN_PROGRESS') {
    return `is not finished (${status}); wait until its deployment ends`;
  }
  if (status === 'DELETE_IN_PROGRESS') return `is being deleted (${status})`;
  return `was not deployed (${status}); deploy it again`;
}
