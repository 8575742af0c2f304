import { processUploadsGiveUps, processUploadsHandlers } from '#commerce/products/import-work.ts';
import { workFunction } from '#work/run-work.ts';

/** Processes uploaded files: imports of products. */
export const handler = workFunction('process-uploads', processUploadsHandlers, processUploadsGiveUps);
