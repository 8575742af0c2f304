import type { ActivityEvent } from '#contract/commerce/activity.ts';
import { putActivity } from '#store/activity.ts';
import { commerceTable } from '#store/commerce-table.ts';
import { newId } from './identifiers.ts';
import { logger, metrics } from './logger.ts';

/**
 * Stores an analytics event of the spec as activity of the brand and counts it as a metric. An event that cannot
 * be stored is logged and does not fail the request.
 */
export async function recordActivity(brandId: string, event: ActivityEvent, now: Date): Promise<void> {
  metrics.addMetric(event.event, 'Count', 1);
  try {
    await putActivity(commerceTable, brandId, event, { id: newId(now), now });
  } catch (error) {
    logger.error('Activity not stored', {
      event: event.event,
      brand_id: brandId,
      failure: error instanceof Error ? error.name : 'unknown',
    });
  }
}
