import { requireBrandRole, requireOpenBrand } from '#auth/principal.ts';
import { type ActivityRecorder, activityRecorder } from '#commerce/activity.ts';
import { escapeHtml } from '#commerce/messages/escape.ts';
import { recordEvents } from '#commerce/work/record-events.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { logger, metrics } from '#observability/logger.ts';
import { newId } from '#persistence/new-id.ts';
import { activityAction, insertActivity } from '#store/commerce/activity.ts';
import { commerceTable, openCommerceTable } from '#store/commerce/commerce-table.ts';
import { hasSubscribers } from '#store/commerce/webhooks/subscribers.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox, wakeForWork } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { okText, type Reply } from '../reply/replies.ts';
import { headerOf } from '../request/exchange.ts';
import { baseUrl } from '../request/public-address.ts';
import { type EndpointCall, endpointFactory, type ReplyStorage } from './endpoint-factory.ts';

interface Page {
  readonly title: string;
  readonly lines: readonly string[];
  /** Label of a button that posts to the address of the page. */
  readonly button?: string;
}

/** A small HTML page without scripts and styles. */
export const okHtml = ({ title, lines, button }: Page) =>
  okText(
    'text/html',
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${button === undefined ? '' : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`}
</body>
</html>
`,
    { 'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'" },
  );

export {
  accepted,
  created,
  noContent,
  ok,
  okAccepted,
  okList,
  okPage,
  okText,
  redirect,
} from '../reply/replies.ts';

/** Input of every operation of the commerce service, beyond the input of all operations. */
export interface BrandCall
  extends Omit<ActivityRecorder<TransactAction>, 'countActivity'>,
    Omit<EventRecorder, 'wakeForEvents'> {
  /** Brands in which the caller has any role. A resource addressed by its id alone is looked up among them. */
  readonly heldBrands: readonly string[];
  /** The address and the program of the client. They are for counting only and must not be stored. */
  readonly sourceIp: string | undefined;
  readonly userAgent: string | undefined;
  /** GET or HEAD for an endpoint with GET. */
  readonly method: string;
  /** A path such as `/api/v1/orders` under the address that the client used. */
  addressOf(path: string): string;
  /** Refuses a caller without the endpoint's role in the brand of a resource. */
  authorize(brandId: string): void;
}

const activityStore = {
  writeOf: activityAction,
  insert: (activity: Parameters<typeof activityAction>[0]) => insertActivity(commerceTable, activity),
};

const brandEndpoint = endpointFactory(
  openCommerceTable(),
  ({ endpoint, event, principal, now }): BrandCall & ActivityRecorder<TransactAction> & EventRecorder => ({
    heldBrands: Object.keys(principal.brands),
    sourceIp: event.requestContext?.identity?.sourceIp,
    userAgent: headerOf(event, 'user-agent'),
    method: event.httpMethod,
    addressOf: (path) => `${baseUrl({ endpoint, event })}${path}`,
    authorize: (brandId) => {
      if (endpoint.access.kind !== 'brand') return;
      requireBrandRole(principal, brandId, endpoint.access.roles);
      requireOpenBrand(principal, brandId, endpoint);
    },
    ...eventRecorder({ now, newId: () => newId(now) }),
    ...activityRecorder(activityStore, {
      now,
      newId: () => newId(now),
      onEvent: (name) => metrics.addMetric(name, 'Count', 1),
      onLost: ({ event, brand_id }, error) =>
        logger.error('Activity not stored', {
          event,
          brand_id,
          failure: error instanceof Error ? error.name : 'unknown',
        }),
    }),
  }),
);

export const commerceEndpoint = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: EndpointCall<E> & BrandCall, storage: ReplyStorage) => Promise<Reply>,
) =>
  brandEndpoint(declaration, async (call, storage) => {
    const reply = await run(call, storage);
    call.countActivity();
    await call.wakeForEvents();
    return reply;
  });

interface EventRecorder {
  /**
   * The action that records outgoing events in the transaction of the operation. It is one action for all events of the
   * transaction. The endpoint declares `wakesWorkers`.
   */
  recordEvents(brandId: string, events: readonly OutgoingEvent[]): readonly TransactAction[];
  /**
   * Wakes the worker of work that the operation has scheduled, at its time. The endpoint declares `wakesWorkers`.
   * Never fails the request.
   */
  wakeFor(work: WorkMessage, due: Date): Promise<void>;
  /** Wakes the worker for the recorded events. Call it after the operation has succeeded. Never fails the request. */
  wakeForEvents(): Promise<void>;
}

function eventRecorder(surroundings: { readonly now: Date; newId(): string }): EventRecorder {
  const recorded: Recorded[] = [];
  return {
    recordEvents(brandId, events) {
      if (events.length === 0) return [];
      const id = surroundings.newId();
      recorded.push({ brandId, shard: outboxShardOf(id) });
      return [outboxAction({ id, events: recordEvents(brandId, events, surroundings) })];
    },
    wakeFor: (work, due) => withoutFailure(wakeForWork(work, due, surroundings.now)),
    wakeForEvents: () => withoutFailure(wakeForRecorded(recorded)),
  };
}

/** A brand whose events were recorded, and the shard of the outbox that has them. */
export interface Recorded {
  readonly brandId: string;
  readonly shard: number;
}

/** Wakes the workers of recorded events of brands that somebody listens to. */
export async function wakeForRecorded(recorded: readonly Recorded[]): Promise<void> {
  for (const { brandId, shard } of recorded) {
    if (await hasSubscribers(commerceTable, brandId)) await wakeForOutbox(shard);
  }
}

/** Waits for the waking of workers, which may fail. */
export async function withoutFailure(waking: Promise<void>): Promise<void> {
  try {
    await waking;
  } catch {
    logger.warn('A worker was not woken; the schedule wakes it');
  }
}
