// The CDK app, run by the CDK command line (cdk.json): `npm run deploy`, `npx cdk diff`, `npx cdk destroy`.
import { fileURLToPath } from 'node:url';
import { currentBundles } from '#lib/bundling/current-bundles.ts';
import { createApp } from '#lib/granary-app.ts';
import { readSettingsFile } from '#lib/settings/settings-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
try {
  const defaults = readSettingsFile(root, process.env);
  await currentBundles();
  createApp({ defaults }).synth();
} catch (error) {
  // A stack trace of ours would bury the one sentence that the operator needs.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
