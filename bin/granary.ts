// The CDK app, run by the CDK command line (cdk.json): `npm run deploy`, `cdk diff`, `cdk destroy`.
import { bundleFunctions } from '#lib/bundle.ts';
import { createApp } from '#lib/granary-app.ts';

await bundleFunctions();
createApp().synth();
