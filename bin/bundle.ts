// Run by bin/install.mjs, so that the first `npm start` finds the functions bundled.
import { currentBundles } from '#lib/bundling/current-bundles.ts';

await currentBundles();
