import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/** Signs checkpoints of the audit log. Its private half exists in KMS alone; auditors get the public one. */
export class CheckpointKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Signs checkpoints of the audit log',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
