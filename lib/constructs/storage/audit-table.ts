import { ProjectionType } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { auditIndexes, auditIndexKeys } from '#contract/claims/audit/indexes.ts';
import { denyEveryone } from '../access/statements.ts';
import { changingActions } from '../access/table-access.ts';
import { ProtectedTable, stringAttribute } from './single-table.ts';

/**
 * The table of the audit chain. Its entries never expire. Its indexes hold keys only, so that entries are always read
 * from the chain itself.
 *
 * Its policy denies every principal of the account, administrators included, all changes of an item except a put
 * inside a transaction. It denies no action that manages the table or the policy, so nobody can lock the table.
 */
export class AuditTable extends ProtectedTable {
  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id, { key });
    for (const [field, [partition, sort]] of Object.entries(auditIndexKeys)) {
      this.addGlobalSecondaryIndex({
        indexName: auditIndexes[field as keyof typeof auditIndexes],
        partitionKey: stringAttribute(partition),
        sortKey: stringAttribute(sort),
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    // The table's own ARN would be a circular reference. In the policy of a table, `*` means this table.
    const itself = ['*'];
    const allButPuts = changingActions.filter((action) => action !== 'dynamodb:PutItem');
    this.addToResourcePolicy(denyEveryone('NothingIsUpdatedOrDeleted', allButPuts, itself));
    this.addToResourcePolicy(
      denyEveryone('PutsAreInTransactions', ['dynamodb:PutItem'], itself, {
        // Also true for a request without the key, which is a put outside of a transaction.
        StringNotEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
      }),
    );
  }
}
