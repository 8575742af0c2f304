import type { EventConsumer } from './event-consumer.ts';
import { notifyPeople } from './notifications/consume-events.ts';
import { completeOnboarding } from './onboarding/consume-events.ts';
import { settleReferrals } from './referrals/settle-referrals.ts';
import { deliverToWebhooks } from './webhooks/consume-events.ts';

/** Every consumer of outgoing events. An event leaves the outbox when all of them have taken it. */
export const eventConsumers: readonly EventConsumer[] = [
  deliverToWebhooks,
  settleReferrals,
  completeOnboarding,
  notifyPeople,
];
