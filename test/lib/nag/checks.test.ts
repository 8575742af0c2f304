import { beforeAll, describe, expect, test } from '@jest/globals';
import { type App, CfnResource, Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import * as z from 'zod';
import { synthesizeWithChecks } from '#lib/nag/checks.ts';
import { checkedSettings } from '#lib/settings/checked-settings.ts';
import { settingNames } from '#lib/settings/settings.ts';
import { stubApp } from '../synthesis/stub-app.ts';
import { testedSettings } from '../synthesis/tested-settings.ts';

/** synthesize.test.ts runs the command, which fails for a finding without a reason under any settings. */
describe('cdk-nag: AwsSolutions and HIPAA.Security', () => {
  test('each setting differs from its default in one combination', () => {
    const given = new Set(Object.values(checkedSettings).flatMap(Object.keys));
    expect(settingNames.filter((name) => !given.has(name))).toEqual([]);
  });

  test('reports a finding without a reason, with its construct', async () => {
    const app = await stubApp('reported');
    new CfnResource(app.node.findChild('Data'), 'Open', {
      type: 'AWS::S3::Bucket',
      properties: { NoSuchProperty: true },
    });
    const { findings } = synthesizeWithChecks(app);
    expect(findings).toContainEqual(expect.objectContaining({ constructs: ['Data/Open'] }));
  });
});

describe('suppressions', () => {
  let app: App;
  let acknowledged: { readonly path: string; readonly rule: string; readonly reason: string }[];

  beforeAll(async () => {
    // All stacks, without the settings that make some suppressions unnecessary.
    app = await stubApp('off', testedSettings.web);
    // References between stacks get their final names only now, and findings about policies quote them.
    app.synth();
    acknowledged = app.node.findAll().flatMap(acknowledgementsOn);
  });

  test('each has a reason', () => {
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const { reason } of acknowledged) expect(reason.length).toBeGreaterThan(60);
  });

  test('each matches a finding', () => {
    const findings = [new AwsSolutionsChecks(app), new HIPAASecurityChecks(app)].flatMap(unfiltered);
    const stale = acknowledged.filter(
      ({ path, rule }) => !findings.some((found) => found.rule === rule && isBelow(found.path, path)),
    );
    expect(stale).toEqual([]);
  });

  test('none is on a stack or the app, where it would cover later resources', () => {
    expect(acknowledged.filter(({ path }) => !path.includes('/'))).toEqual([]);
  });

  const isBelow = (path: string, ancestor: string) => path === ancestor || path.startsWith(`${ancestor}/`);

  /** Findings of a pack as if nothing were acknowledged. */
  function unfiltered(pack: AwsSolutionsChecks | HIPAASecurityChecks) {
    Object.defineProperty(pack, 'isAcknowledged', { value: () => false });
    return pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => ({ rule: ruleName, path: constructPath ?? '' })),
      );
  }
});

function acknowledgementsOn(construct: IConstruct) {
  return construct.node.metadata
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries(z.record(z.string(), z.string()).parse(data)))
    .map(([id, reason]) => ({ path: construct.node.path, rule: id.replace(/^Annotation::/, ''), reason }));
}
