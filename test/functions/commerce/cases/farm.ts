import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { workers } from '#contract/commerce/work.ts';
import { functionVariable } from '#contract/environment.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';
import { operation } from '#lib/local/control-plane/operation.ts';
import type { RestRoute } from '#lib/local/control-plane/rest.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { close, listen } from '#lib/local/http/http-server.ts';
import { Outbox, type OutboxMessage } from '#lib/local/messages/outbox.ts';
import { smsVoice } from '#lib/local/messages/outbox-routes.ts';
import { providerEvent, type SimulatedType, smsReply } from '#lib/local/messages/provider-events.ts';
import { sesRoutes } from '#lib/local/messages/ses.ts';
import { md5Hex } from '#lib/local/sqs/queues.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { type CommerceService, startCommerceService } from '../../commerce-service.ts';
import { calledEndpoint, handlerOf, type Outcome, outcomeOf, person } from '../../invoke.ts';

/** The functions of commerce with a queue, the providers of messages, and a clock, all in this process. */
export interface Farms {
  readonly service: CommerceService;
  /** A new brand with its owner. */
  open(fields?: object): Promise<Farm>;
  stop(): Promise<void>;
}

/** Calls the API as a program of the brand's owner does, and observes what customers receive. */
export interface Farm {
  readonly brand_id: string;
  /** Sends a request such as `POST /api/v1/orders`. */
  call(route: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** The same, for a request that must succeed. Returns the `data` of the reply, or a reply that has none. */
  data(route: string, body?: object): ReturnType<Outcome['body']>;
  /** Status and error code of a reply. */
  refusal(route: string, body?: object): Promise<readonly [number, string | undefined]>;
  order(fields: object): ReturnType<Outcome['body']>;
  /** Replaces the order settings of the brand. */
  settings(fields: object): ReturnType<Outcome['body']>;
  promoCode(fields: object): ReturnType<Outcome['body']>;
  product(fields?: object): ReturnType<Outcome['body']>;
  contact(id: string): ReturnType<Outcome['body']>;
  move(orderId: string, ...statuses: readonly string[]): ReturnType<Outcome['body']>;
  pay(orderId: string, amount_cents: number, fields?: object): ReturnType<Outcome['body']>;
  refund(orderId: string, amount_cents: number, fields?: object): ReturnType<Outcome['body']>;
  /** Number of contacts that a filter selects. */
  selected(filter: object): Promise<number>;
  /** A report of 100 days before and after now, `revenue` or another type. */
  report(report_type: string): ReturnType<Outcome['body']>;
  /** Sends a campaign to contacts, and returns the addresses that received it. */
  campaign(contact_ids: readonly string[], fields?: object): Promise<readonly string[]>;
  /** Messages to an address, newest first. */
  messages(to: string): readonly OutboxMessage[];
  /** Follows the unsubscribe link of the newest message to an address. */
  unsubscribe(to: string): Promise<Outcome>;
  /** A text message of a phone to the number of the service. */
  reply(from: string, text: string): Promise<void>;
  /** What the provider reports about the newest message to an address. */
  happens(to: string, type: SimulatedType): Promise<void>;
  /** Runs all background work that is due. */
  settled(): Promise<void>;
}

const sources = functionSources(path.resolve('functions'));
const context = { awsRequestId: randomUUID(), functionName: 'test', getRemainingTimeInMillis: () => 60_000 };

/** Runs a worker with an event, which is a message of the queue. */
async function run(name: string, event: unknown): Promise<void> {
  const file = sources.find((one) => one.name === `commerce/${name}`)?.file;
  if (file === undefined) throw new Error(`No function commerce/${name}`);
  const { handler } = await import(file);
  await calledEndpoint.exit(() => handler(event, context));
}

const sendMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string(),
  DelaySeconds: z.number().default(0),
});

/** Starts everything that the tests of cases need. One suite uses it at a time. */
export async function startFarms(): Promise<Farms> {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-cases-'));
  const outbox = new Outbox(DataFolder.take(path.join(folder, 'data')), Date.now);
  const queue: string[] = [];
  const publish = (message: OutboxMessage, type: SimulatedType) =>
    queue.push(JSON.stringify(providerEvent(message, type)));
  const plane = new ControlPlane();
  plane.serve({
    targets: {
      AmazonSQS: {
        SendMessage: operation(sendMessage, ({ MessageBody, DelaySeconds }) => {
          if (DelaySeconds <= 5) queue.push(MessageBody);
          return { MessageId: randomUUID(), MD5OfMessageBody: md5Hex(MessageBody) };
        }),
      },
      PinpointSMSVoiceV2: smsVoice(outbox),
      secretsmanager: { GetSecretValue: () => ({ SecretString: 'secret of the tests' }) },
    },
    routes: [...sesRoutes(outbox, publish), invocations],
  });
  const endpoint = await listen(plane.server, 0);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: endpoint,
    AWS_ENDPOINT_URL_SESV2: endpoint,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_ENDPOINT_URL_LAMBDA: endpoint,
    WORK_QUEUE: `${endpoint}/queue/work`,
    MEDIA_BUCKET: 'media',
    UNSUBSCRIBE_SECRET: 'unsubscribe',
    SMS_ORIGINATION: '+12065550100',
    EMAIL_RATE: '1000',
    SMS_RATE: '1000',
    PUBLIC_URL: 'https://granary.example',
    ...Object.fromEntries(workers.map((worker) => [functionVariable(worker), worker])),
  });
  const service = await startCommerceService();
  const settled = async () => {
    // What the schedule of every minute does: events of operations that wake no worker.
    await run('find-work', {});
    for (let body = queue.shift(); body !== undefined; body = queue.shift())
      await run('dispatch-events', JSON.parse(body));
  };
  return {
    service,
    open: (fields) => openFarm({ outbox, queue, publish, settled }, fields),
    async stop() {
      await service.stop();
      await close(plane.server, 0);
      outbox.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Lambda, for the dispatcher of work. */
const invocations: RestRoute = {
  method: 'POST',
  path: '/2015-03-31/functions/{name}/invocations',
  handle: async ({ parameter, rawBody }) => {
    try {
      await run(parameter('name'), JSON.parse(rawBody.toString()));
      return { body: 'null' };
    } catch (error) {
      console.error(error);
      return { headers: { 'X-Amz-Function-Error': 'Unhandled' }, body: {} };
    }
  },
};

interface Surroundings {
  readonly outbox: Outbox;
  readonly queue: string[];
  publish(message: OutboxMessage, type: SimulatedType): void;
  settled(): Promise<void>;
}

async function openFarm(
  { outbox, queue, publish, settled }: Surroundings,
  fields: object = {},
): Promise<Farm> {
  let caller = person({});
  const call: Farm['call'] = async (route, body, headers) => {
    const { endpoint, parameters, query } = endpointOf(route);
    const source = sources.find(({ name }) => name === `commerce/${endpoint.name}`);
    if (source === undefined) throw new Error(`${route} has no function`);
    const more = { ...(headers && { headers }), ...(body && { body }) };
    return outcomeOf(await handlerOf(source), endpoint, { caller, parameters, query, ...more });
  };
  const data: Farm['data'] = async (route, body) => {
    const { status, body: reply } = await call(route, body);
    if (status >= 300) throw new Error(`${route} is ${status}: ${JSON.stringify(reply)}`);
    return reply?.data ?? reply;
  };
  const { id: brand_id } = await data('POST /api/v1/brands', { name: 'Meadow Farm', ...fields });
  caller = person({ [brand_id]: 'owner' }, { subject: caller.subject });
  const newest = (to: string) => {
    const [message] = outbox.list({ to, limit: 1 });
    if (message === undefined) throw new Error(`There is no message to ${to}`);
    return message;
  };
  const money =
    (kind: string) =>
    async (id: string, amount_cents: number, more: object = {}) =>
      (await data(`POST /api/v1/orders/${id}/${kind}`, { amount_cents, method: 'cash', ...more })).order;
  return {
    brand_id,
    call,
    data,
    settled,
    refusal: async (route, body) => {
      const { status, body: reply } = await call(route, body);
      return [status, reply?.code];
    },
    order: (order) =>
      data('POST /api/v1/orders', {
        brand_id,
        items: [{ product_id: randomUUID(), quantity: 1, price: 10 }],
        ...order,
      }),
    settings: (settings) => data(`PUT /api/v1/brands/${brand_id}/order-settings`, settings),
    promoCode: (code) =>
      data('POST /api/v1/promo-codes', { brand_id, kind: 'percent', percent: 10, ...code }),
    product: (product) => data('POST /api/v1/products', { brand_id, name: 'Kale', price: 10, ...product }),
    contact: (id) => data(`GET /api/v1/contacts/${id}`),
    async move(id, ...statuses) {
      let moved: unknown;
      for (const status of statuses) moved = await data(`PUT /api/v1/orders/${id}/status`, { status });
      return moved;
    },
    pay: money('payments'),
    refund: (id, cents, more = {}) => money('refunds')(id, cents, { reason: 'bruised', ...more }),
    selected: async (filter) => (await data('POST /api/v1/segments/preview', { brand_id, filter })).matched,
    report: (report_type) => {
      const query = {
        brand_id,
        report_type,
        start_date: new Date(Date.now() - 100 * 86_400_000).toISOString(),
        end_date: new Date(Date.now() + 100 * 86_400_000).toISOString(),
      };
      return data(`GET /api/v1/reports?${new URLSearchParams(query)}`);
    },
    async campaign(contact_ids, more = {}) {
      const made = { brand_id, name: 'News', subject: 'News', content: 'Come by', contact_ids, ...more };
      await data(`PUT /api/v1/brands/${brand_id}/messaging`, {
        postal_address: '1 Creek Road, Boulder',
        quiet_hours: { start: '00:00', end: '00:00' },
      });
      const { id } = await data('POST /api/v1/campaigns', made);
      await data(`POST /api/v1/campaigns/${id}/send`);
      await settled();
      const { status } = await data(`GET /api/v1/campaigns/${id}`);
      if (status !== 'sent' && status !== 'failed') throw new Error(`The campaign is ${status}`);
      return outbox.list({ campaign: id, limit: 100 }).map(({ to }) => to);
    },
    messages: (to) => outbox.list({ to, limit: 100 }),
    unsubscribe: (to) => {
      const link = /https:\/\/granary\.example(\/api\/v1\/unsubscribe\/[\w.~-]+)/.exec(newest(to).text ?? '');
      return call(`POST ${link?.[1]}`);
    },
    async reply(from, text) {
      queue.push(JSON.stringify(smsReply(from, text)));
      await settled();
    },
    async happens(to, type) {
      publish(newest(to), type);
      await settled();
    },
  };
}

/** The endpoint of a request, with the parameters of its path and query. */
function endpointOf(route: string) {
  const [method = '', address = ''] = route.split(' ');
  const { pathname, searchParams } = new URL(address, 'https://granary.example');
  for (const endpoint of commerceEndpoints) {
    const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = endpoint.method === method ? new RegExp(`^${pattern}$`).exec(pathname) : null;
    // A fixed path such as /segments/preview comes before one with a parameter.
    if (found !== null && (found.groups === undefined || !isFixed(method, pathname)))
      return { endpoint, parameters: { ...found.groups }, query: Object.fromEntries(searchParams) };
  }
  throw new Error(`No endpoint ${route}`);
}

const isFixed = (method: string, pathname: string) =>
  commerceEndpoints.some((one) => one.method === method && one.path === pathname);
