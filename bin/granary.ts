// The CDK app that cdk.json names, for `npm run deploy`, `npx cdk diff` and `npx cdk destroy`.
import { fileURLToPath } from 'node:url';
import { deployableBundles } from '#lib/bundling/deployable-bundles.ts';
import { currentWebApp } from '#lib/bundling/web-app.ts';
import { createApp } from '#lib/granary-app.ts';
import { readSettingsFile } from '#lib/settings/settings-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
try {
  const defaults = readSettingsFile(root, process.env);
  createApp({ defaults, bundles: await deployableBundles(), webApp: await currentWebApp() }).synth();
} catch (error) {
  // Prints no stack trace, because the message names the remedy.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
