import type { EventConsumer } from '#work/run-work.ts';
import { recordOnboardingFact, stepOfEvent } from './records.ts';

/** Facts that this instance has recorded, so that a brand with many orders does not write the same fact for each. */
const recorded = new Set<string>();
const maxRecorded = 10_000;

/** Records the facts of events, which outlive their records. */
export const completeOnboarding: EventConsumer = async (events) => {
  for (const { brand_id, type, created_at } of events) {
    const step = stepOfEvent[type];
    const fact = `${brand_id} ${step}`;
    if (step === undefined || recorded.has(fact)) continue;
    await recordOnboardingFact(brand_id, step, created_at);
    if (recorded.size >= maxRecorded) recorded.clear();
    recorded.add(fact);
  }
};
