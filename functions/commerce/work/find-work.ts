import type { InvocationTime } from '#events/remaining-time.ts';
import { publishMetrics } from '#observability/logger.ts';
import { findWork } from '#work/find-work.ts';
import { runOf } from '#work/run-work.ts';

/** By schedule: wakes the workers for what is due. */
export async function handler(_event: unknown, invocation: InvocationTime): Promise<void> {
  try {
    await findWork(runOf(invocation));
  } finally {
    publishMetrics();
  }
}
