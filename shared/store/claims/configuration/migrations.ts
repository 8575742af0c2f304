import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { ChainAppender } from '#audit/append/appender.ts';
import type { ChainHead } from '#audit/entries/chain.ts';
import { lanes } from '#claims/claim/lifecycle.ts';
import { configurationKey } from '#claims/configuration/configuration.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { reloadConfiguration } from '#claims/configuration/reload.ts';
import type { Migration, SchemaStore } from '#claims/schema/migrations.ts';
import { isWritten } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { updateItem } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import type { Bucket } from '../../s3/bucket.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { laneFiguresKey } from '../keys/claim-keys.ts';
import { schemaVersionKey } from '../keys/configuration-keys.ts';
import { readSchemaVersion } from './configuration.ts';
import { reloadPorts } from './reload-ports.ts';

export interface MigrationPorts extends ClaimsStores {
  /** Returns the newest entry of the audit log; undefined for a damaged one. */
  readHead(): Promise<ChainHead | undefined>;
  now(): Date;
}

const actor = 'migration';

/** Migrations of the claims table. They add records, because a DynamoDB table has no columns. */
export const claimsMigrations: readonly Migration<MigrationPorts>[] = [
  {
    version: 7,
    name: 'multi-payer, multi-provider and clearinghouse configuration',
    async run(ports) {
      await putDefaultFile(ports.bucket);
      await reloadConfiguration(reloadPorts(ports), { actor, now: ports.now() });
    },
  },
  {
    version: 8,
    name: '277CA acknowledgments and payer_rejected',
    run: ({ claims }) => addLanes(claims),
  },
  {
    version: 9,
    name: 'audit log',
    // An empty log needs no records. Entries must not be appended to an unreadable one.
    async run({ readHead }) {
      if ((await readHead()) === undefined) {
        throw new StoreRejection(
          'The head of the audit chain cannot be read; verify the audit log',
          undefined,
        );
      }
    },
  },
];

/** Keeps a file that an operator stored before the first deployment. */
async function putDefaultFile({ client, name }: Bucket): Promise<void> {
  try {
    await client.send(
      new PutObjectCommand({
        Bucket: name,
        Key: configurationKey,
        Body: defaultConfiguration,
        ContentType: 'application/yaml',
        IfNoneMatch: '*',
      }),
    );
  } catch (error) {
    const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
    if (!isThere) throw new StoreRejection('The file store refused the request', error);
  }
}

/** Creates the figures of every lane, so that an empty lane reads as zero. */
async function addLanes(table: Table): Promise<void> {
  for (const lane of lanes) {
    await updateItem(table, laneFiguresKey(lane), {
      UpdateExpression: 'ADD #count :none, cents :none',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':none': 0 },
    });
  }
}

/** Stores the version in the claims table. A new version and its audit entry are one transaction. */
export function schemaStore(table: Table, audit: ChainAppender<TransactAction>): SchemaStore {
  return {
    read: () => readSchemaVersion(table),
    async raise(from, { version, name }) {
      const payload = { from: from ?? null, to: version, name };
      const entry = {
        ...{ event_type: 'schema.migrated', entity_type: 'schema', entity_id: 'claims' },
        ...{ actor, payload },
      };
      return isWritten(audit.append([entry], [raiseAction(from, version)]));
    },
  };
}

const raiseAction = (from: number | undefined, version: number): TransactAction => ({
  Update: {
    Key: { ...schemaVersionKey },
    UpdateExpression: 'SET #version = :version',
    ConditionExpression: from === undefined ? 'attribute_not_exists(pk)' : '#version = :from',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version, ...(from !== undefined && { ':from': from }) },
  },
});

/** True while CloudFormation takes a failed update of this stack back. */
export async function isRollingBack(stackId: string): Promise<boolean> {
  const { Stacks: [stack] = [] } = await new CloudFormationClient().send(
    new DescribeStacksCommand({ StackName: stackId }),
  );
  return /ROLLBACK_IN_PROGRESS$/.test(stack?.StackStatus ?? '');
}
