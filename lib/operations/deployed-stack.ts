import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteTableCommand,
  DynamoDBClient,
  paginateScan,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { AwsLocation } from './account-limits.ts';

/** State of a stack: missing, failed at its creation, in use, or in transition. */
export type StackState =
  | { readonly kind: 'absent' | 'changing' }
  | { readonly kind: 'failed-creation'; readonly status: string; readonly isProtected: boolean }
  | {
      readonly kind: 'live';
      readonly isProtected: boolean;
      readonly outputs: Readonly<Record<string, string>>;
    };

interface RetainedResource {
  readonly type: string;
  readonly name: string;
}

/** A stack of an account, as `npm run deploy` reads and protects it. */
export class DeployedStack {
  readonly #name: string;
  readonly #cloudFormation: CloudFormationClient;
  readonly #dynamoDb: DynamoDBClient;

  constructor(name: string, place: AwsLocation) {
    this.#name = name;
    this.#cloudFormation = new CloudFormationClient(place);
    this.#dynamoDb = new DynamoDBClient(place);
  }

  region(): Promise<string> {
    return this.#cloudFormation.config.region();
  }

  async state(): Promise<StackState> {
    const command = new DescribeStacksCommand({ StackName: this.#name });
    const response = await this.#cloudFormation.send(command).catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('does not exist')) return { Stacks: [] };
      throw error;
    });
    return stateOf(response.Stacks?.[0]);
  }

  async protect(enabled: boolean): Promise<void> {
    const command = { StackName: this.#name, EnableTerminationProtection: enabled };
    await this.#cloudFormation.send(new UpdateTerminationProtectionCommand(command));
  }

  async retainedResources(): Promise<readonly RetainedResource[]> {
    const found: RetainedResource[] = [];
    const pages = paginateListStackResources({ client: this.#cloudFormation }, { StackName: this.#name });
    for await (const { StackResourceSummaries = [] } of pages) {
      for (const one of StackResourceSummaries) {
        const { ResourceType: type = '', PhysicalResourceId: name = '', ResourceStatus: status } = one;
        if (status !== 'DELETE_COMPLETE' && name !== '') found.push({ type, name });
      }
    }
    return found;
  }

  /** Deletes a table despite its deletion protection. `kept`: the table has items. */
  async deleteEmptyTable(TableName: string): Promise<'deleted' | 'kept' | 'absent'> {
    try {
      if (await this.holdsItems(TableName)) return 'kept';
      await this.#dynamoDb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
      await waitUntilTableExists({ client: this.#dynamoDb, maxWaitTime: 120 }, { TableName });
      await this.#dynamoDb.send(new DeleteTableCommand({ TableName }));
      return 'deleted';
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return 'absent';
      throw error;
    }
  }

  /** Scans to the end with strong consistency, because pages before the last may be empty. */
  private async holdsItems(TableName: string): Promise<boolean> {
    const pages = paginateScan({ client: this.#dynamoDb, pageSize: 1 }, { TableName, ConsistentRead: true });
    for await (const { Count = 0 } of pages) if (Count > 0) return true;
    return false;
  }
}

function stateOf(stack: Stack | undefined): StackState {
  const status = stack?.StackStatus ?? '';
  const isProtected = stack?.EnableTerminationProtection ?? false;
  if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED') {
    return { kind: 'failed-creation', status, isProtected };
  }
  // The stack was created, whatever the result of later updates.
  if (status === 'CREATE_COMPLETE' || /^(UPDATE|IMPORT)_/.test(status)) {
    const outputs = (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ]);
    return { kind: 'live', isProtected, outputs: Object.fromEntries(outputs) };
  }
  return { kind: status === '' || status === 'REVIEW_IN_PROGRESS' ? 'absent' : 'changing' };
}
