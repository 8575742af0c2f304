import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';
import { allow, allowKeyVia } from '../access/statements.ts';

/**
 * The secret with the API key and the webhook secret of the payment provider. It starts without an API key, so that
 * billing is off until `npm run operator -- payment-keys` stores one (docs/commerce/billing.md).
 */
export class PaymentKeys extends Secret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, {
      description: 'API key and webhook secret of the payment provider',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ api_key: '' }),
        generateStringKey: 'webhook_secret',
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key && { encryptionKey: key }),
    });
    const output = new CfnOutput(this, 'Name', {
      value: this.secretName,
      description: 'Secret that holds the keys of the payment provider',
    });
    output.overrideLogicalId('PaymentKeysName');
    suppress(this, 'payment-keys');
    if (!key) suppress(this, 'aws-owned-secret-key');
  }
}

export const paymentStatements = (
  paymentKeys: Pick<ISecret, 'secretArn'>,
  key: IKey | undefined,
): PolicyStatement[] => [
  allow('ReadPaymentKeys', ['secretsmanager:GetSecretValue'], [paymentKeys.secretArn]),
  ...allowKeyVia('secretsmanager', key, ['kms:Decrypt']),
];
