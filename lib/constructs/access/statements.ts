import { AnyPrincipal, Effect, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Aws } from 'aws-cdk-lib/core';

type StatementOf = (
  sid: string | undefined,
  actions: readonly string[],
  resources: readonly string[],
  conditions?: object,
) => PolicyStatement;

const statementOf =
  (shared: PolicyStatementProps): StatementOf =>
  (sid, actions, resources, conditions = {}) =>
    new PolicyStatement({
      ...shared,
      ...(sid !== undefined && { sid }),
      actions: [...actions],
      resources: [...resources],
      conditions: { ...conditions },
    });

export const allow = statementOf({ effect: Effect.ALLOW });

/** Returns a statement that denies these actions on these resources. It overrides every permission. */
export const deny = statementOf({ effect: Effect.DENY });

/** Returns a statement for the policy of a resource that denies these actions to every principal. */
export const denyEveryone: StatementOf = (...statement) =>
  statementOf({ effect: Effect.DENY, principals: [new AnyPrincipal()] })(...statement);

/** Allows use of the customer's key, if there is one, through the service whose data it encrypts. */
export const allowKeyVia = (
  service: string,
  key: IKey | undefined,
  actions: readonly string[],
): PolicyStatement[] =>
  key && actions.length > 0
    ? [
        allow(undefined, actions, [key.keyArn], {
          StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com` },
        }),
      ]
    : [];
