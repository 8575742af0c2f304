import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { auditIndexes } from '#contract/claims/audit/indexes.ts';
import { suppress } from '../../nag/suppressions.ts';
import { denyEveryone } from '../access/statements.ts';
import { changingActions } from '../access/table-access.ts';

const string = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The table of the audit chain. Nothing in it ever expires. Its indexes hold keys alone: entries are read from
 * the chain itself, and a copy could say something else.
 *
 * Its policy denies everyone in the account, administrators included, every change of an item but a put inside a
 * transaction. It denies no action that manages the table or the policy itself, so nobody can lock the table.
 */
export class AuditTable extends Table {
  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id, {
      partitionKey: string('pk'),
      sortKey: string('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
        : { encryption: TableEncryption.DEFAULT }),
    });
    for (const [field, indexName] of Object.entries(auditIndexes)) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: string(field),
        sortKey: string('sk'),
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    // Its own ARN would make the table refer to itself; in the policy of a table `*` is that table.
    const itself = ['*'];
    const allButPuts = changingActions.filter((action) => action !== 'dynamodb:PutItem');
    this.addToResourcePolicy(denyEveryone('NothingIsUpdatedOrDeleted', allButPuts, itself));
    this.addToResourcePolicy(
      denyEveryone('PutsAreInTransactions', ['dynamodb:PutItem'], itself, {
        // True for a request without the key as well: a put on its own.
        StringNotEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
      }),
    );
    suppress(this, 'table');
  }
}
