// Bundles the functions; bin/install.mjs runs it to speed up the first `npm start`.
import { currentBundles } from '#lib/bundling/current-bundles.ts';

await currentBundles();
