import * as z from 'zod';
import type { StoredSecret } from '#commerce/webhooks/secret.ts';
import { getItem, insertion } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { webhookSecretsKey } from './webhook-keys.ts';

const secretsItem = z.object({
  version: z.int(),
  secrets: z.array(
    z.object({ secret: z.string(), created_at: z.string(), expires_at: z.string().optional() }),
  ),
});

export interface EndpointSecrets {
  readonly version: number;
  /** The current secret, then the earlier one during a rotation. */
  readonly secrets: readonly StoredSecret[];
}

export const newSecretsAction = (endpointId: string, secret: StoredSecret): TransactAction =>
  insertion({ ...webhookSecretsKey(endpointId), secrets: [secret], version: 1 });

/** The action that replaces the secrets. Of two concurrent rotations one fails. */
export const changeSecretsAction = (
  endpointId: string,
  before: EndpointSecrets,
  secrets: readonly StoredSecret[],
): TransactAction => ({
  Put: {
    Item: {
      ...webhookSecretsKey(endpointId),
      secrets: secrets.map((one) => ({ ...one })),
      version: before.version + 1,
    },
    ConditionExpression: 'version = :before',
    ExpressionAttributeValues: { ':before': before.version },
  },
});

/** The secrets of an endpoint; undefined after its deletion. */
export async function readSecrets(table: Table, endpointId: string): Promise<EndpointSecrets | undefined> {
  const item = await getItem(table, webhookSecretsKey(endpointId));
  return item && secretsItem.parse(item);
}
