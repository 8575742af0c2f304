import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { App, CfnResource, Stack } from 'aws-cdk-lib/core';
import { synthesizeWithChecks } from '#lib/nag/checks.ts';
import { checkedSettings } from '#lib/settings/checked-settings.ts';
import { settingNames } from '#lib/settings/settings.ts';
import { nagReportOfApp } from '../synthesis/assemblies.ts';
import type { NagReport } from '../synthesis/nag-report.ts';
import { scratch } from '../synthesis/scratch.ts';

/** processes.test.ts runs the command, which fails for a finding without a reason under any settings. */
describe('cdk-nag: AwsSolutions and HIPAA.Security', () => {
  test('each setting differs from its default in one combination', () => {
    const given = new Set(Object.values(checkedSettings).flatMap(Object.keys));
    expect(settingNames.filter((name) => !given.has(name))).toEqual([]);
  });

  test('reports a finding without a reason, with its construct', () => {
    const app = new App({
      outdir: path.join(scratch, 'open-bucket'),
      context: { '@aws-cdk/core:failSynthOnValidationErrors': false },
      builtinCloudFormationValidation: true,
    });
    new CfnResource(new Stack(app, 'Data'), 'Open', {
      type: 'AWS::S3::Bucket',
      properties: { NoSuchProperty: true },
    });
    const { findings } = synthesizeWithChecks(app);
    expect(findings).toContainEqual(expect.objectContaining({ constructs: ['Data/Open'] }));
  });
});

describe('suppressions', () => {
  let report: NagReport;
  beforeAll(async () => {
    report = await nagReportOfApp();
  });

  test('each has a reason', () => {
    expect(report.acknowledged.length).toBeGreaterThan(0);
    for (const { reason } of report.acknowledged) expect(reason.length).toBeGreaterThan(60);
  });

  test('each matches a finding', () => {
    const isBelow = (one: string, ancestor: string) => one === ancestor || one.startsWith(`${ancestor}/`);
    const stale = report.acknowledged.filter(
      (one) => !report.findings.some(({ rule, path: at }) => rule === one.rule && isBelow(at, one.path)),
    );
    expect(stale).toEqual([]);
  });

  test('none is on a stack or the app, where it would cover later resources', () => {
    expect(report.acknowledged.filter(({ path: at }) => !at.includes('/'))).toEqual([]);
  });
});
