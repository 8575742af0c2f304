import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret, type SecretStringGenerator } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';
import { allow, allowKeyVia } from '../access/statements.ts';

interface KeptSecretProps {
  readonly description: string;
  /** Reasons why the secret does not rotate by itself. */
  readonly kind: Parameters<typeof suppress>[1];
  readonly key: IKey | undefined;
  readonly generated?: SecretStringGenerator;
  /** Output with the name of the secret, for the operator command. */
  readonly output?: string;
}

/** A secret that outlives its stack. AWS bills each by the month, so a stack has only those that its settings need. */
class KeptSecret extends Secret {
  constructor(scope: Construct, id: string, { description, kind, key, generated, output }: KeptSecretProps) {
    super(scope, id, {
      description,
      ...(generated && { generateSecretString: generated }),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key && { encryptionKey: key }),
    });
    if (output !== undefined) {
      const name = new CfnOutput(this, 'Name', {
        value: this.secretName,
        description: `Secret: ${description}`,
      });
      name.overrideLogicalId(output);
    }
    suppress(this, kind);
    if (!key) suppress(this, 'aws-owned-secret-key');
  }
}

/**
 * The private key for the clearinghouse's SFTP server. It starts as random text;
 * `npm run operator -- clearinghouse-key` stores the key (docs/clearinghouse.md).
 */
export class ClearinghouseKey extends KeptSecret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    const description = 'Private key for the SFTP server of the clearinghouse';
    super(scope, id, { description, kind: 'clearinghouse-key', key, output: 'ClearinghouseKeyName' });
  }
}

/**
 * The key of the hashes by which names and member ids are found: random text. It must stay the same for as long as the
 * search index exists.
 */
export class SearchKey extends KeptSecret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    const description = 'Key of the hashes in the search index of claims';
    super(scope, id, { description, kind: 'search-key', key, generated: { passwordLength: 64 } });
  }
}

/** Signs unsubscribe links: random text. It must stay the same for as long as links are in mailboxes. */
export class UnsubscribeKey extends KeptSecret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    const description = 'Signs the unsubscribe links of messages';
    super(scope, id, { description, kind: 'unsubscribe-key', key, generated: { passwordLength: 64 } });
  }
}

/**
 * The API key and the webhook secret of the payment provider. It starts without an API key, so that billing is off until
 * `npm run operator -- payment-keys` stores one (docs/commerce/billing.md).
 */
export class PaymentKeys extends KeptSecret {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, {
      description: 'API key and webhook secret of the payment provider',
      kind: 'payment-keys',
      key,
      output: 'PaymentKeysName',
      generated: {
        secretStringTemplate: JSON.stringify({ api_key: '' }),
        generateStringKey: 'webhook_secret',
        excludePunctuation: true,
      },
    });
  }
}

/** Allows reading a secret; nothing if the settings need none. */
export const readStatements = (
  sid: string,
  secret: Pick<ISecret, 'secretArn'> | undefined,
  key: IKey | undefined,
): PolicyStatement[] =>
  secret === undefined
    ? []
    : [
        allow(sid, ['secretsmanager:GetSecretValue'], [secret.secretArn]),
        ...allowKeyVia('secretsmanager', key, ['kms:Decrypt']),
      ];
