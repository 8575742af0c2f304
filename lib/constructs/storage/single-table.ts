import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/** Indexes of every table; grants name them one by one instead of `index/*`. */
export const indexNames = ['gsi1', 'gsi2'] as const;

const string = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * A table for all entities of one service: keys `pk` and `sk`, two general indexes, on-demand, restorable to any
 * second of the last 35 days, and not deleted by mistake.
 *
 * A Table rather than a TableV2: cdk-nag checks it, and it takes a customer's key in a stack that learns its
 * region only when it is deployed.
 */
export class SingleTable extends Table {
  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id, {
      partitionKey: string('pk'),
      sortKey: string('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expires_at',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
        : { encryption: TableEncryption.DEFAULT }),
    });
    for (const indexName of indexNames) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: string(`${indexName}pk`),
        sortKey: string(`${indexName}sk`),
      });
    }
    suppress(this, 'table');
  }
}
