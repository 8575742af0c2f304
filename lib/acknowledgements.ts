import { Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/** Rule and the reason why its finding stands. */
type Acknowledgements = { readonly [rule: string]: string };

const acknowledgements = {
  'function-role': {},
  'synchronous-function': {},
  'unreserved-concurrency': {},
  'aws-owned-key': {},
  stage: {},
  'public-method': {},
  'authorized-method': {},
  'gateway-keys': {},
  'gateway-logging-role': {},
} as const satisfies { readonly [about: string]: Acknowledgements };

/** Acknowledges the findings of cdk-nag that are known and explained for this kind of construct. */
export function acknowledge(construct: IConstruct, about: keyof typeof acknowledgements): void {
  const rules: Acknowledgements = acknowledgements[about];
  Validations.of(construct).acknowledge(...Object.entries(rules).map(([id, reason]) => ({ id, reason })));
}
