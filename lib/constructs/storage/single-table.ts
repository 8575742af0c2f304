import {
  AttributeType,
  BillingMode,
  Table,
  TableClass,
  TableEncryption,
  type TableProps,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

export const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * Class of tables whose items are kept for years and rarely read: storage costs 60 % less, requests 25 % more. With a year of
 * claims the storage is the larger part (docs/scale.md).
 */
export const keptForYears = TableClass.STANDARD_INFREQUENT_ACCESS;

/**
 * A table with keys `pk` and `sk`: on demand, restorable to any second of the last 35 days, protected against deletion.
 *
 * It is retained when the stack is deleted, and its logical id must never change.
 *
 * A Table and not a TableV2, because cdk-nag checks only Table, and because TableV2 needs a known region to use a
 * customer-managed key.
 */
export class ProtectedTable extends Table {
  constructor(
    scope: Construct,
    id: string,
    {
      key,
      ...props
    }: Pick<TableProps, 'tableClass' | 'timeToLiveAttribute'> & { readonly key: IKey | undefined },
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

interface SingleTableProps {
  readonly key: IKey | undefined;
  /** General indexes. The keys of an index are its name with `pk` and `sk`. */
  readonly indexNames: readonly string[];
  readonly tableClass?: TableClass;
}

export class SingleTable extends ProtectedTable {
  /** Grants name each index instead of `index/*`. */
  readonly indexNames: readonly string[];

  constructor(scope: Construct, id: string, { indexNames, ...props }: SingleTableProps) {
    super(scope, id, { ...props, timeToLiveAttribute: 'expires_at' });
    this.indexNames = indexNames;
    for (const indexName of indexNames) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: stringAttribute(`${indexName}pk`),
        sortKey: stringAttribute(`${indexName}sk`),
      });
    }
  }
}
