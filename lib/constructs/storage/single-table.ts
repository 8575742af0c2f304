import {
  AttributeType,
  BillingMode,
  Table,
  TableEncryption,
  type TableProps,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/** Indexes of a {@link SingleTable}. Grants name each of them instead of `index/*`. */
export const indexNames = ['gsi1', 'gsi2'] as const;

export const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * A table with keys `pk` and `sk`: on demand, restorable to any second of the last 35 days, protected against deletion.
 *
 * A Table and not a TableV2, because cdk-nag checks only Table, and because TableV2 needs a known region to use a
 * customer-managed key.
 */
export class ProtectedTable extends Table {
  constructor(
    scope: Construct,
    id: string,
    { key, ...props }: Pick<TableProps, 'timeToLiveAttribute'> & { readonly key: IKey | undefined },
  ) {
    super(scope, id, {
      ...props,
      partitionKey: stringAttribute('pk'),
      sortKey: stringAttribute('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
        : { encryption: TableEncryption.DEFAULT }),
    });
    suppress(this, 'table');
  }
}

export class SingleTable extends ProtectedTable {
  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id, { key, timeToLiveAttribute: 'expires_at' });
    for (const indexName of indexNames) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: stringAttribute(`${indexName}pk`),
        sortKey: stringAttribute(`${indexName}sk`),
      });
    }
  }
}
