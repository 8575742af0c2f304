import type { Clock } from '../clock/clock.ts';
import { close, listen } from '../http/http-server.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { Deliveries } from './deliveries.ts';
import { type Emitted, Ledger } from './ledger.ts';
import { paymentServer } from './payment-server.ts';
import { newId, PaymentRecords } from './records.ts';
import { invoiceObject } from './stripe-invoice.ts';
import { sessionObject } from './stripe-objects.ts';
import { subscriptionObject } from './stripe-subscription.ts';

/** The version of Stripe's objects. */
const apiVersion = '2026-10-28.endive';

const tickMilliseconds = 1_000;

interface PaymentsOptions {
  readonly folder: DataFolder;
  readonly clock: Pick<Clock, 'now' | 'onAdvance'>;
  /** The webhook endpoint of the stack, and its secret. */
  readonly target: () => { readonly url: string; readonly secret: string };
}

/** Starts the local payment provider. Its time is the clock of the stack. */
export async function startPayments({ folder, clock, target }: PaymentsOptions) {
  const records = new PaymentRecords(folder);
  const deliveries = new Deliveries(records, { now: () => clock.now(), target });
  const ledger = new Ledger(records, {
    now: () => Math.floor(clock.now() / 1000),
    emit: (event, created) => deliveries.add(eventOf(event, created)),
  });
  let address = '';
  const server = paymentServer(ledger, {
    address: () => address,
    afterRequest: () => deliveries.run(),
  });
  address = await listen(server, 0);

  const run = () => {
    ledger.runDue();
    deliveries.run();
  };
  clock.onAdvance(run);
  const timer = setInterval(run, tickMilliseconds);
  timer.unref();

  function eventOf(event: Emitted, created: number) {
    return {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created,
      data: { object: objectOf(event) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: event.type,
    };
  }

  function objectOf(event: Emitted): object {
    if ('subscription' in event) return subscriptionObject(event.subscription, ledger.priceOf);
    if ('invoice' in event) return invoiceObject(event.invoice, address);
    return sessionObject(event.session, { cents: 0, currency: 'usd' }, address);
  }

  return {
    address,
    /** Events that are due or on their way. */
    get pendingCount() {
      return deliveries.pendingCount;
    },
    /** Begins to send events. Call it when the stack answers. */
    start: () => deliveries.start(),
    async stop() {
      clearInterval(timer);
      await deliveries.stop();
      await close(server, 0);
      records.close();
    },
  };
}
