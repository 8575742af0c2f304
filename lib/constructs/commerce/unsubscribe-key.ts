import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/** The secret that signs unsubscribe links: random text. It must stay the same for as long as links are in mailboxes. */
export class UnsubscribeKey extends Secret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, {
      description: 'Signs the unsubscribe links of messages',
      generateSecretString: { passwordLength: 64 },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key && { encryptionKey: key }),
    });
    suppress(this, 'unsubscribe-key');
    if (!key) suppress(this, 'aws-owned-secret-key');
  }
}
