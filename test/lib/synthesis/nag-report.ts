import { type App, Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import * as z from 'zod';

export interface NagReport {
  /** Findings of both packs as if nothing were acknowledged. */
  readonly findings: readonly { readonly rule: string; readonly path: string }[];
  readonly acknowledged: readonly { readonly rule: string; readonly path: string; readonly reason: string }[];
}

/** Call it after the synthesis: references between stacks get their final names there, and findings quote them. */
export const nagReport = (app: App): NagReport => ({
  findings: [new AwsSolutionsChecks(app), new HIPAASecurityChecks(app)].flatMap((pack) => {
    Object.defineProperty(pack, 'isAcknowledged', { value: () => false });
    return pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => ({ rule: ruleName, path: constructPath ?? '' })),
      );
  }),
  acknowledged: app.node.findAll().flatMap(acknowledgementsOn),
});

function acknowledgementsOn(construct: IConstruct) {
  return construct.node.metadata
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries(z.record(z.string(), z.string()).parse(data)))
    .map(([id, reason]) => ({ path: construct.node.path, rule: id.replace(/^Annotation::/, ''), reason }));
}
