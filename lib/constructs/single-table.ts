import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/** Indexes of every table; grants name them one by one instead of `index/*`. */
export const indexNames = ['gsi1', 'gsi2'] as const;

const string = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * A table for all entities of one service: keys `pk` and `sk`, two general indexes, on-demand, restorable to any
 * second of the last 35 days, and not deleted by mistake.
 *
 * A TableV2 (`AWS::DynamoDB::GlobalTable`) rather than a Table, because it takes a replica in a second region
 * later without a move of the data.
 */
export class SingleTable extends TableV2 {
  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id, {
      partitionKey: string('pk'),
      sortKey: string('sk'),
      globalSecondaryIndexes: indexNames.map((indexName) => ({
        indexName,
        partitionKey: string(`${indexName}pk`),
        sortKey: string(`${indexName}sk`),
      })),
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'expires_at',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      encryption: key ? TableEncryptionV2.customerManagedKey(key) : TableEncryptionV2.dynamoOwnedKey(),
    });
  }
}
