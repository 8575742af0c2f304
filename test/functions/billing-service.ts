import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod';
import { workKinds } from '#contract/commerce/work.ts';
import { Clock } from '#lib/local/clock/clock-routes.ts';
import { operation } from '#lib/local/control-plane/operation.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { startPayments } from '#lib/local/payments/payments.ts';
import { Secrets } from '#lib/local/secrets-manager/secrets.ts';
import { secretsManager } from '#lib/local/secrets-manager/secrets-manager.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { findDueWork } from '#store/commerce/work/work-items.ts';
import { type CommerceService, startCommerceService } from './commerce-service.ts';
import { functionOf } from './invoke.ts';

export const webhookSecret = 'whsec_test';

/** The functions of billing with the local payment provider, its webhooks, and a clock that can be moved. */
export interface BillingService extends CommerceService {
  readonly payments: string;
  now(): Date;
  /** Moves the clock on, and lets all that became due happen. */
  advance(days: number): Promise<void>;
  /** Waits until every event has arrived, and runs the work of billing that is due. */
  settled(): Promise<void>;
  /** Sends a form of a page, as a browser does. */
  submit(url: string, form: Readonly<Record<string, string>>): Promise<Response>;
  /** Posts an event to the webhook endpoint. */
  receive(
    body: string,
    signature: string | undefined,
  ): Promise<{ readonly status: number; readonly body: string }>;
}

const context = {
  awsRequestId: randomUUID(),
  functionName: 'test',
  getRemainingTimeInMillis: () => 20_000,
} as Context;

export async function startBillingService(): Promise<BillingService> {
  const directory = mkdtempSync(join(tmpdir(), 'granary-test-'));
  const folder = DataFolder.take(directory);
  const clock = new Clock(folder);
  const secrets = new Secrets(folder);
  const secretString = JSON.stringify({ api_key: 'sk_test_123', webhook_secret: webhookSecret });
  secrets.create({ arn: 'arn:aws:secretsmanager:x:0:secret:payment', name: 'payment' }, { secretString });
  const plane = new ControlPlane();
  plane.serve({
    targets: { secretsmanager: secretsManager(secrets), AmazonSQS: { SendMessage: acceptMessage } },
    routes: [],
  });
  const services = await listening(plane.server);
  let receiver = '';
  const payments = await startPayments({
    folder,
    clock,
    target: () => ({ url: `${receiver}/api/v1/webhooks/stripe`, secret: webhookSecret }),
  });
  const queue = `${services}/000000000000/queue`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: services,
    AWS_ENDPOINT_URL_SQS: services,
    LOCAL_CLOCK_FILE: clock.file,
    LOCAL_PAYMENTS_URL: payments.address,
    PAYMENT_KEYS_SECRET: 'payment',
    WORK_QUEUE: queue,
  });
  const commerce = await startCommerceService();
  const handler = await functionOf('receive-stripe-event');
  const { handler: settle } = await import('../../functions/commerce/work/settle-billing.ts');

  async function receive(body: string, signature: string | undefined) {
    const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' };
    const result = await handler(webhookOf(body, headers), context);
    return { status: result.statusCode, body: result.body };
  }
  const webhooks = createServer(async (request, response) => {
    const signature = request.headers['stripe-signature'];
    const { status } = await receive(await text(request), String(signature));
    response.writeHead(status).end();
  });
  receiver = await listening(webhooks);
  payments.start();

  async function settled() {
    for (let quiet = 0; quiet < 2; ) {
      quiet = payments.pendingCount === 0 && (await runWork()) === 0 ? quiet + 1 : 0;
      await delay(10);
    }
  }
  async function runWork(): Promise<number> {
    let count = 0;
    for await (const { kind, key } of findDueWork(commerce.table, new Date(clock.now()))) {
      if (workKinds[kind].worker !== 'settle-billing') continue;
      count++;
      await settle({ kind, key }, context);
    }
    return count;
  }

  return {
    ...commerce,
    payments: payments.address,
    now: () => new Date(clock.now()),
    receive,
    settled,
    async advance(days) {
      clock.advance(days * 86_400_000);
      await settled();
    },
    submit: (url, form) =>
      fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }),
    async stop() {
      await payments.stop();
      for (const server of [webhooks, plane.server]) {
        server.closeAllConnections();
        server.close();
      }
      secrets.close();
      await commerce.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

const acceptMessage = operation(z.object({ MessageBody: z.string() }), ({ MessageBody }) => ({
  MessageId: randomUUID(),
  MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
}));

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No address');
  return `http://127.0.0.1:${address.port}`;
}

/** As API Gateway passes it on: in base64, because its media type may be binary there. */
const webhookOf = (body: string, headers: Readonly<Record<string, string | undefined>>) =>
  ({
    httpMethod: 'POST',
    path: '/api/v1/webhooks/stripe',
    resource: '/api/v1/webhooks/stripe',
    headers,
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    pathParameters: null,
    queryStringParameters: null,
    requestContext: { requestId: randomUUID() },
  }) as unknown as APIGatewayProxyEvent;
