import { bulkRunsEnvironment } from '#contract/environment.ts';
import { openWorkQueue } from '../../adapters/work-queue.ts';

/** The queue of bulk runs that continue in the background. */
export const bulkQueue = openWorkQueue(bulkRunsEnvironment.parse(process.env).BULK_RUN_QUEUE);
