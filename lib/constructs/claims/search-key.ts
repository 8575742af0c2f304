import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/**
 * The secret with the key of the hashes by which names and member ids are found: random text. It must stay the same for
 * as long as the search index exists.
 */
export class SearchKey extends Secret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, {
      description: 'Key of the hashes in the search index of claims',
      generateSecretString: { passwordLength: 64 },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key && { encryptionKey: key }),
    });
    suppress(this, 'search-key');
    if (!key) suppress(this, 'aws-owned-secret-key');
  }
}
