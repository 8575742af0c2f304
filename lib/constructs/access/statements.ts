import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Aws } from 'aws-cdk-lib/core';

/** A statement that allows these actions on these resources, and on no others. */
export const allow = (
  sid: string | undefined,
  actions: readonly string[],
  resources: readonly string[],
  conditions: object = {},
): PolicyStatement => statement(Effect.ALLOW, sid, actions, resources, conditions);

/** A statement that denies these actions on these resources. It wins over every permission. */
export const deny = (
  sid: string,
  actions: readonly string[],
  resources: readonly string[],
  conditions: object = {},
): PolicyStatement => statement(Effect.DENY, sid, actions, resources, conditions);

/** A statement for the policy of a resource. It denies these actions on it to every principal, whatever allows them. */
export const denyEveryone = (
  sid: string,
  actions: readonly string[],
  resources: readonly string[],
  conditions: object = {},
): PolicyStatement =>
  new PolicyStatement({
    sid,
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [...actions],
    resources: [...resources],
    conditions: { ...conditions },
  });

const statement = (
  effect: Effect,
  sid: string | undefined,
  actions: readonly string[],
  resources: readonly string[],
  conditions: object,
) =>
  new PolicyStatement({
    ...(sid !== undefined && { sid }),
    effect,
    actions: [...actions],
    resources: [...resources],
    conditions: { ...conditions },
  });

/** Whoever uses something encrypted needs the customer's key too, but only by way of the service that holds it. */
export const allowKeyVia = (
  service: string,
  key: IKey | undefined,
  actions: readonly string[],
): PolicyStatement[] =>
  key
    ? [
        allow(undefined, actions, [key.keyArn], {
          StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com` },
        }),
      ]
    : [];
