import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib/core';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import * as z from 'zod';
import { bundlesDirectory } from './bundling/bundle.ts';
import { webAppDirectory } from './bundling/web-app.ts';
import { parseSettings } from './settings/settings.ts';
import { hasWebApp } from './settings/sign-in-settings.ts';
import { ClaimsStack } from './stacks/claims-stack.ts';
import { CommerceStack } from './stacks/commerce-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { DomainStack } from './stacks/domain-stack.ts';
import { WebStack } from './stacks/web-stack.ts';

interface AppOptions {
  readonly outdir?: string;
  /** Settings, as with `-c name=value`. They override those of the CDK command line. */
  readonly context?: { readonly [name: string]: unknown };
  /** Settings that those of the CDK command line override, see settings-file.ts. */
  readonly defaults?: { readonly [name: string]: unknown };
  readonly bundles?: string;
  /**
   * Where templates find the functions: in copies, as a deployment needs them, or in place, for templates that run or are
   * checked on this machine. In place, the bundles need not be made yet.
   */
  readonly assets?: 'copied' | 'in place';
  /** Directory of the built web app, for the Web stack. */
  readonly webApp?: string;
  /**
   * The built-in check against the schemas of CloudFormation, which takes most of the time: `enforced` stops the
   * synthesis, as for a deployment; `reported` only reports findings; `off` skips the check.
   */
  readonly validation?: 'enforced' | 'reported' | 'off';
}

/**
 * Feature flags of the CDK. They are here and not in cdk.json, so that `npm start`, the tests and `cdk deploy`
 * synthesize the same templates.
 */
const featureFlags = {
  '@aws-cdk/aws-apigateway:authorizerChangeDeploymentLogicalId': true,
  '@aws-cdk/aws-apigateway:disableCloudWatchRole': true,
  '@aws-cdk/aws-apigateway:logGroupDestinationArnWithoutWildcard': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-kms:reduceCrossAccountRegionPolicyScope': true,
  '@aws-cdk/aws-s3:createDefaultLoggingPolicy': true,
  '@aws-cdk/aws-s3:publicAccessBlockedByDefault': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  // Prevents removal and replacement of a table that a service imports.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/core:target-partitions': ['aws'],
  // Indentation would be a third of a template, and CloudFormation accepts 1 MB.
  '@aws-cdk/core:suppressTemplateIndentation': true,
  '@aws-cdk/core:validateAgainstDefaultRules': true,
} as const;

/**
 * Returns the app with all stacks, ready to synthesize. Account and region are resolved at deployment, so synthesis needs
 * no credentials and no look-ups.
 *
 * @throws Error that names each unknown or invalid setting, or a missing bundle
 */
export function createApp(options: AppOptions = {}): App {
  const {
    outdir,
    context = {},
    defaults = {},
    bundles = bundlesDirectory,
    webApp = webAppDirectory,
    assets = 'copied',
    validation = 'enforced',
  } = options;
  const app = new App({
    ...(outdir !== undefined && { outdir }),
    context: {
      ...defaults,
      ...featureFlags,
      '@aws-cdk/core:failSynthOnValidationErrors': validation === 'enforced',
      [DISABLE_ASSET_STAGING_CONTEXT]: assets === 'in place',
    },
    builtinCloudFormationValidation: validation !== 'off',
    postCliContext: { ...context },
    analyticsReporting: false,
    stackTraces: false,
    treeMetadata: false,
  });
  const granary = parseSettings(app.node.getAllContext());
  const data = new DataStack(app, 'Data', {
    stackName: `${granary.stackPrefix}-Data`,
    description: 'Granary: stored data',
    context: granary,
  });
  const connected = { ...granary, ...data.people?.settings };
  const commerce = new CommerceStack(app, 'Commerce', {
    stackName: `${granary.stackPrefix}-Commerce`,
    description: 'Granary: commerce API',
    context: connected,
    version: packageVersion(),
    bundles,
    table: data.commerceTable,
    mediaBucket: data.mediaBucket,
    unsubscribeKey: data.unsubscribeKey,
    paymentKeys: data.paymentKeys,
    key: data.key,
  });
  const claims = new ClaimsStack(app, 'Claims', {
    stackName: `${granary.stackPrefix}-Claims`,
    description: 'Granary: claims API and audit log',
    context: connected,
    version: packageVersion(),
    bundles,
    table: data.claimsTable,
    auditTable: data.auditTable,
    checkpointBucket: data.checkpointBucket,
    checkpointKey: data.checkpointKey,
    x12Bucket: data.x12Bucket,
    clearinghouseKey: data.clearinghouseKey,
    searchKey: data.searchKey,
    key: data.key,
  });
  if (granary.domainName !== '') {
    const domain = new DomainStack(app, 'Domain', {
      stackName: `${granary.stackPrefix}-Domain`,
      description: 'Granary: custom domain of both APIs',
      context: granary,
    });
    for (const api of [commerce, claims]) api.addStackDependency(domain);
  }
  if (hasWebApp(granary)) {
    const web = new WebStack(app, 'Web', {
      stackName: `${granary.stackPrefix}-Web`,
      description: 'Granary: web app',
      context: connected,
      webApp,
      commerce: commerce.location,
      claims: claims.location,
      buckets: [data.mediaBucket, data.x12Bucket],
      people: data.people,
    });
    for (const api of [commerce, claims]) web.addStackDependency(api);
  }
  return app;
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
