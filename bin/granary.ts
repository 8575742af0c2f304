// The CDK app, run by the CDK command line (cdk.json): `npm run deploy`, `cdk diff`, `cdk destroy`.
import { currentBundles } from '#lib/current-bundles.ts';
import { createApp } from '#lib/granary-app.ts';

await currentBundles();
createApp().synth();
