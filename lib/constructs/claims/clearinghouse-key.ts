import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/**
 * The secret with the private key for the clearinghouse's SFTP server. It starts as random text;
 * `npm run operator -- clearinghouse-key` stores the key (docs/clearinghouse.md).
 */
export class ClearinghouseKey extends Secret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, {
      description: 'Private key for the SFTP server of the clearinghouse',
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key && { encryptionKey: key }),
    });
    const output = new CfnOutput(this, 'Name', {
      value: this.secretName,
      description: 'Secret that holds the private key for the clearinghouse',
    });
    output.overrideLogicalId('ClearinghouseKeyName');
    suppress(this, 'clearinghouse-key');
    if (!key) suppress(this, 'aws-owned-secret-key');
  }
}
