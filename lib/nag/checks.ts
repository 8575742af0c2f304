import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type App, Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag';
import * as z from 'zod';

export interface NagFinding {
  readonly rule: string;
  readonly severity: string;
  readonly description: string;
  readonly constructs: readonly string[];
}

const reportSchema = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(
        z.object({
          ruleName: z.string(),
          severity: z.string().default('error'),
          description: z.string(),
          violatingConstructs: z.array(z.object({ constructPath: z.string().optional() })),
        }),
      ),
    }),
  ),
});

/**
 * Synthesizes the app and checks it against the AwsSolutions and HIPAA.Security packs of cdk-nag and the schemas of
 * CloudFormation. The app must be created with validation `reported` and must not be synthesized yet.
 */
export function synthesizeWithChecks(app: App): {
  readonly directory: string;
  readonly findings: NagFinding[];
} {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new HIPAASecurityChecks(app));
  const { directory } = app.synth();
  const report = JSON.parse(readFileSync(path.join(directory, 'validation-report.json'), 'utf8'));
  const findings = reportSchema.parse(report).pluginReports.flatMap(({ violations }) =>
    violations.map(({ ruleName, severity, description, violatingConstructs }) => ({
      rule: ruleName,
      severity,
      description,
      constructs: violatingConstructs.map(({ constructPath }) => constructPath ?? ''),
    })),
  );
  return { directory, findings };
}
