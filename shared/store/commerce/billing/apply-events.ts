import * as z from 'zod';
import type { BillingAccount } from '#commerce/billing/account.ts';
import { applyInvoice, applySubscription } from '#commerce/billing/apply-event.ts';
import type { ProviderEvent } from '#commerce/billing/provider.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { getItem, itemOf } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { accountAction, accountOf, brandOfCustomer, customerAction } from './accounts.ts';
import { linksPartition, providerEventKey } from './billing-keys.ts';
import { changeActions, type RecordEvents } from './change-account.ts';
import { findInvoice, invoiceAction } from './invoices.ts';

export interface AppliedEvent {
  /** `ignored`: has no effect on a brand. `unlinked`: is of no brand that exists. */
  readonly outcome: 'applied' | 'repeated' | 'ignored' | 'unlinked';
  /** Work to wake. */
  readonly due: readonly WorkMessage[];
}

/** Longer than the provider repeats events. A later repetition is applied again, which changes nothing. */
const keptSeconds = 90 * 24 * 3600;

/** Events of a brand that meet retry each other; the provider repeats an event that still fails. */
const maxAttempts = 25;

/**
 * Stores an event once, together with its effect. Repetitions have no effect, and events in any order lead to the same
 * state (shared/commerce/billing/observation.ts).
 *
 * @throws Conflict when other events of the brand kept coming between
 */
export const applyProviderEvent = (
  table: Table,
  event: ProviderEvent,
  { now, record }: { readonly now: Date; readonly record: RecordEvents },
): Promise<AppliedEvent> =>
  retryOnConflict(async () => {
    const known = await getItem(table, providerEventKey(event.id));
    // An event of an unknown brand is tried again, because the brand may be known by now.
    if (known !== undefined && known['outcome'] !== 'unlinked') return { outcome: 'repeated', due: [] };
    const brand = event.kind === 'other' ? undefined : await brandOf(table, event);
    if (brand === undefined) {
      const outcome = event.kind === 'other' ? 'ignored' : 'unlinked';
      await transact(table, [eventAction(event, { outcome, now })]);
      return { outcome, due: [] };
    }
    const before = await accountOf(table, brand.id);
    const { actions, due } = await effectOf(table, event, { brand, before, now, record });
    await transact(table, [eventAction(event, { outcome: 'applied', brand, now }), ...actions]);
    return { outcome: 'applied', due };
  }, maxAttempts);

interface Effect {
  readonly brand: Brand;
  readonly before: BillingAccount;
  readonly now: Date;
  readonly record: RecordEvents;
}

async function effectOf(table: Table, event: ProviderEvent, { brand, before, now, record }: Effect) {
  switch (event.kind) {
    case 'subscription': {
      const { id, created: at, subscription } = event;
      const change = applySubscription(before, { id, at, subscription }, { brandPlan: brand.plan, now });
      const { actions, due } = changeActions(before, change, { brand, now, record });
      return { actions: [...actions, customerAction(subscription.customer_id, brand.id)], due };
    }
    case 'invoice': {
      const stored = await findInvoice(table, brand.id, event.invoice);
      const { record: invoice, events } = applyInvoice(stored, event);
      // The version of the account keeps two events of one invoice apart.
      const actions = [accountAction(before, before), ...record(brand.id, events)];
      return {
        actions: invoice === stored ? actions : [...actions, invoiceAction(brand.id, invoice)],
        due: [],
      };
    }
    case 'other':
      return { actions: [], due: [] };
  }
}

const linked = z.object({ customer_id: z.string(), brand_id: z.string().optional() });

async function brandOf(
  table: Table,
  event: Exclude<ProviderEvent, { readonly kind: 'other' }>,
): Promise<Brand | undefined> {
  const { customer_id, brand_id } = linked.parse(
    event.kind === 'subscription' ? event.subscription : event.invoice,
  );
  const id = (await brandOfCustomer(table, customer_id)) ?? brand_id;
  return id === undefined ? undefined : (await findBrand(table, id))?.brand;
}

/** The action that stores the event. It fails if another request has applied it. */
function eventAction(
  { id, type, created }: ProviderEvent,
  {
    outcome,
    brand,
    now,
  }: { readonly outcome: AppliedEvent['outcome']; readonly brand?: Brand; readonly now: Date },
): TransactAction {
  const keys = {
    ...providerEventKey(id),
    ...(brand && { gsi1pk: linksPartition(brand.id), gsi1sk: `EVENT#${id}` }),
    expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
  };
  const received_at = now.toISOString();
  return {
    Put: {
      Item: itemOf(keys, { type, created, received_at, outcome, ...(brand && { brand_id: brand.id }) }),
      ConditionExpression: 'attribute_not_exists(pk) OR outcome = :unlinked',
      ExpressionAttributeValues: { ':unlinked': 'unlinked' },
    },
  };
}
