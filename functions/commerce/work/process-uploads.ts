import { processUploadsGiveUps, processUploadsHandlers } from '#work/handlers/process-uploads.ts';
import { workFunction } from '#work/run-work.ts';

/** Processes uploaded files: imports of products. */
export const handler = workFunction('process-uploads', processUploadsHandlers, processUploadsGiveUps);
