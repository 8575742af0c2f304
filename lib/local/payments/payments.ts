import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Clock } from '../clock/clock-routes.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { matchRoute, type RestRoute } from '../control-plane/rest.ts';
import { html } from '../http/html.ts';
import { close, httpServer, listen } from '../http/http-server.ts';
import { parseJson } from '../json-text.ts';
import type { Secrets } from '../secrets-manager/secrets.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { type ApiRoute, apiRoutes, readForm } from './api.ts';
import { authenticateCheckout, type PageResult, payCheckout, showCheckout } from './checkout-page.ts';
import { type Emitted, Ledger } from './ledger.ts';
import { page, pageHeaders } from './pages.ts';
import { changeInPortal, showInvoice, showPortal } from './portal-page.ts';
import { type Delivery, newId, PaymentError, PaymentRecords } from './records.ts';
import { invoiceObject } from './stripe-invoice.ts';
import { sessionObject } from './stripe-objects.ts';
import { subscriptionObject } from './stripe-subscription.ts';

const keysSchema = z.object({ api_key: z.string(), webhook_secret: z.string() });

type Keys = z.output<typeof keysSchema>;

/**
 * Stores an API key in the secret of the templates, as an operator does after a deployment. Returns the keys; undefined for
 * templates without the secret.
 */
export function storePaymentKeys(secrets: Secrets, deployment: Deployment): Keys | undefined {
  const [resource] = deployment
    .resources('AWS::SecretsManager::Secret')
    .filter(({ logicalId }) => logicalId.startsWith('PaymentKeys'));
  const secret = resource && secrets.find(resource.ref);
  const text = secret?.versions.find(({ stages }) => stages.includes('AWSCURRENT'))?.secretString;
  const keys = keysSchema.safeParse(parseJson(text ?? '')).data;
  if (secret === undefined || keys === undefined || keys.api_key !== '') return keys;
  const stored = { ...keys, api_key: 'sk_test_local' };
  secrets.put(secret, JSON.stringify(stored), ['AWSCURRENT']);
  return stored;
}

interface Target {
  readonly url: string;
  readonly secret: string;
}

interface Surroundings {
  /** The present time in milliseconds. */
  now(): number;
  target(): Target;
}

/** Seconds between attempts, as long as Stripe tries: three days. */
const pauses = [5, 60, 600, 3_600, 21_600, 43_200, 86_400, 86_400];

const deliveriesAtOnce = 4;

/** Sends events to the webhook endpoint of the stack, signed, and again until it answers with 2xx. */
class Deliveries {
  readonly #records: PaymentRecords;
  readonly #surroundings: Surroundings;
  readonly #running = new Map<string, Promise<void>>();
  #stopped = true;

  constructor(records: PaymentRecords, surroundings: Surroundings) {
    this.#records = records;
    this.#surroundings = surroundings;
  }

  /** Events that are due or on their way. */
  get pendingCount(): number {
    return this.#due().length + this.#running.size;
  }

  add(event: { readonly id: string; readonly created: number }): void {
    const next_at = this.#surroundings.now();
    const { id, created } = event;
    this.#records.deliveries.set(id, { id, created, body: JSON.stringify(event), attempts: 0, next_at });
  }

  start(): void {
    this.#stopped = false;
    this.run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running.values());
  }

  /** Begins to send what is due. */
  run(): void {
    if (this.#stopped) return;
    for (const delivery of this.#due()) {
      if (this.#running.size >= deliveriesAtOnce) return;
      const sent = this.#send(delivery).finally(() => {
        this.#running.delete(delivery.id);
        this.run();
      });
      this.#running.set(delivery.id, sent);
    }
  }

  #due(): Delivery[] {
    const now = this.#surroundings.now();
    return [...this.#records.deliveries.values()].filter(
      ({ id, next_at }) => next_at <= now && !this.#running.has(id),
    );
  }

  async #send(delivery: Delivery): Promise<void> {
    const { id, body, attempts } = delivery;
    if (await this.#post(body)) {
      this.#records.deliveries.delete(id);
      return;
    }
    const pause = pauses[attempts];
    if (pause === undefined) this.#records.deliveries.delete(id);
    else {
      const next_at = this.#surroundings.now() + pause * 1000;
      this.#records.deliveries.set(id, { ...delivery, attempts: attempts + 1, next_at });
    }
  }

  async #post(body: string): Promise<boolean> {
    const { url, secret } = this.#surroundings.target();
    const { webhooks } = (await import('stripe')).default;
    const timestamp = Math.floor(this.#surroundings.now() / 1000);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
        },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

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

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The HTTP server of the provider: the API below /v1, and the pages. It checks no API key. */
function paymentServer(
  ledger: Ledger,
  { address, afterRequest }: { readonly address: () => string; readonly afterRequest: () => void },
): Server {
  const routes = apiRoutes(ledger, address);
  return httpServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await text(request).catch(() => '');
    const answer = url.pathname.startsWith('/v1/')
      ? answerApi(request, url, body)
      : answerPage(request.method ?? 'GET', url, body);
    response.writeHead(answer.status, answer.headers).end(answer.body);
    afterRequest();
  }

  function answerApi(request: IncomingMessage, url: URL, body: string): Answer {
    const method = request.method ?? 'GET';
    const key = request.headers['idempotency-key'];
    if (method === 'GET' || typeof key !== 'string') return runApi(method, url, body);
    const fingerprint = createHash('sha256').update(`${method} ${url.pathname}\n${body}`).digest('hex');
    const known = ledger.records.answers.get(key);
    if (known !== undefined && known.fingerprint !== fingerprint) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return failed(new PaymentError(400, 'idempotency_error', { code: 'idempotency_key_in_use', message }));
    }
    if (known !== undefined) {
      return { ...known, headers: { ...jsonHeaders, 'Idempotent-Replayed': 'true' } };
    }
    const answer = runApi(method, url, body);
    ledger.records.answers.set(key, { fingerprint, status: answer.status, body: answer.body });
    return answer;
  }

  function runApi(method: string, url: URL, body: string): Answer {
    const match = matchRoute(routes.map(restRoute), method, url.pathname);
    const route = match && routes.find((one) => one.method === method && one.path === match.route.path);
    if (match === undefined || route === undefined) {
      const message = `Unrecognized request URL (${method}: ${url.pathname}).`;
      return failed(new PaymentError(404, 'invalid_request_error', { code: 'url_invalid', message }));
    }
    try {
      const form = readForm(method === 'GET' ? url.search.slice(1) : body);
      const result = route.run({ form, parameter: (name) => match.parameters[name] ?? '' });
      return { status: 200, body: JSON.stringify(result), headers: jsonHeaders };
    } catch (error) {
      return failed(error);
    }
  }

  function answerPage(method: string, url: URL, body: string): Answer {
    try {
      const result = pageAt(method, url.pathname, new URLSearchParams(body));
      if (result.location !== undefined) {
        return { status: 303, body: '', headers: { ...pageHeaders, Location: result.location } };
      }
      return { status: result.status ?? 200, body: result.body ?? '', headers: pageHeaders };
    } catch (error) {
      const message = error instanceof PaymentError ? error.message : 'The page failed.';
      const status = error instanceof PaymentError ? error.status : 500;
      return { status, body: page('Not found', html`<p>${message}</p>`), headers: pageHeaders };
    }
  }

  function pageAt(method: string, path: string, form: URLSearchParams): PageResult {
    const [, kind = '', id = '', action = ''] = path.split('/');
    if (kind === 'invoices') return showInvoice(ledger, id);
    if (kind === 'portal') {
      return method === 'POST' ? changeInPortal(ledger, { id, action, form }) : showPortal(ledger, id);
    }
    if (kind !== 'checkout')
      return { status: 404, body: page('Not found', html`<p>There is no such page.</p>`) };
    if (method !== 'POST') return showCheckout(ledger, id);
    return action === 'authentication'
      ? authenticateCheckout(ledger, id, form)
      : payCheckout(ledger, id, form);
  }
}

const jsonHeaders = { 'Content-Type': 'application/json' };

/** Only matches; the route runs with the form. */
const restRoute = ({ method, path }: ApiRoute): RestRoute => ({ method, path, handle: () => ({}) });

function failed(error: unknown): Answer {
  if (!(error instanceof PaymentError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, body: errorBody('api_error', 'failed', message), headers: jsonHeaders };
  }
  const { status, type, code, message, param } = error;
  return { status, body: errorBody(type, code, message, param), headers: jsonHeaders };
}

const errorBody = (type: string, code: string, message: string, param?: string) =>
  JSON.stringify({ error: { type, code, message, param } });
