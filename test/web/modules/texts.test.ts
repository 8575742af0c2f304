import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Notification } from '#clients/typescript/src/commerce/index.ts';
import { ApiError } from '#clients/typescript/src/runtime/errors.ts';
import { type Notice, noticeOf } from '#commerce/notifications/rules.ts';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { errorCatalog } from '#contract/errors.ts';
import { errorText } from '#web/api/error-text.ts';
import * as acknowledgments from '#web/claims/acknowledgments/acknowledgment-texts.ts';
import * as sales from '#web/farm/analytics/sales-texts.ts';
import { notificationTitle } from '#web/farm/news/notification-title.ts';
import * as reports from '#web/farm/reports/report-texts.ts';
import * as pick from '#web/farm/stops/pick-list-texts.ts';
import * as stops from '#web/farm/stops/stop-texts.ts';
import * as en from '#web/text/en/index.ts';
import * as es from '#web/text/es/index.ts';
import type { Language } from '#web/text/language.ts';
import { loadTexts } from '#web/text/texts.ts';

/** All texts with their names, without those that depend on values. */
function textsOf(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => textsOf(inner, `${name}.${member}`));
}

const codesOf = ({
  errors,
  farmErrors,
  claimsErrors,
}: Pick<typeof en, 'errors' | 'farmErrors' | 'claimsErrors'>) => [
  ...Object.keys(errors.codes),
  ...Object.keys(farmErrors),
  ...Object.keys(claimsErrors),
];

/** English faults of input are the messages of the API. */
const isFromApi = (name: string): boolean => name.startsWith('.states.faultCodes.');

describe('texts', () => {
  test('explain every error code of the APIs', () => {
    expect(codesOf(en)).toEqual(expect.arrayContaining(Object.keys(errorCatalog)));
  });

  test('name one brand or member of an add-on in the singular', () => {
    expect(en.billing.adds.extra_brands('1')).toBe('1 more brand');
    expect(en.billing.adds.extra_seats('5')).toBe('5 more members');
    expect(es.billing.adds.extra_brands('1')).toBe('1 marca más');
    expect(es.billing.adds.extra_seats('1')).toBe('1 miembro más');
  });

  test.each([
    ['English', en],
    ['Spanish', es],
  ])('end a sentence with one full stop after a time in %s', (_name, texts) => {
    const time = '3:04 p.m.';
    const sentences = [
      texts.orders.one.sentence.pending(time),
      texts.settings.deletesAt(time),
      texts.submit.resumes(time),
      texts.webhooks.failingSince(time),
      texts.configuration.reload.activeVersion(2, time),
    ];
    for (const sentence of sentences) expect(sentence).not.toContain('..');
    expect(texts.settings.deletesAt('3:04 PM')).toMatch(/PM\.$/);
  });

  test('have the same areas in both languages', () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  });

  test.each([
    [
      'English',
      {
        ...en,
        acknowledgments: acknowledgments.en,
        stops: stops.en,
        pick: pick.en,
        reports: reports.en,
        sales: sales.en,
      },
    ],
    [
      'Spanish',
      {
        ...es,
        acknowledgments: acknowledgments.es,
        stops: stops.es,
        pick: pick.es,
        reports: reports.es,
        sales: sales.es,
      },
    ],
  ])('are not empty in %s', (_name, texts) => {
    const empty = textsOf(texts).filter(([name, text]) => text.trim() === '' && !isFromApi(name));
    expect(empty).toEqual([]);
  });

  test('of errors in Spanish are not the English ones', () => {
    const english = new Map(textsOf({ ...en.errors.codes, ...en.farmErrors, ...en.claimsErrors }));
    const same = textsOf({ ...es.errors.codes, ...es.farmErrors, ...es.claimsErrors }).filter(
      ([name, text]) => english.get(name) === text,
    );
    expect(same).toEqual([]);
  });
});

describe('the text of an error', () => {
  const errorOf = (status: number, code: string, message: string) =>
    new ApiError(
      {
        status,
        code,
        message,
        details: [],
        requestId: undefined,
        retryAfterSeconds: undefined,
        headers: new Headers(),
      },
      { operation: 'listOrders', attempts: 3 },
    );

  beforeAll(() => loadTexts('frame', 'en'));

  test.each([502, 503, 504])('calls a %i of a gateway an outage, not a refusal', (status) => {
    expect(errorText(errorOf(status, 'unknown', `Status ${status}`))).toEqual({
      title: 'Granary is not available for the moment',
      detail: 'Try again in a few seconds.',
    });
  });

  test('keeps the text of a known code', () => {
    expect(errorText(errorOf(500, 'internal', 'Broken')).title).toBe('Granary has an error');
  });

  test('shows the message of a refusal without a known code', () => {
    expect(errorText(errorOf(418, 'teapot', 'No coffee here'))).toEqual({
      title: 'Granary refused the request',
      detail: 'No coffee here',
    });
  });
});

const noticeFrom = (type: string, data: Readonly<Record<string, unknown>>): Notice => {
  const event = { id: 'e', brand_id: 'b', type, created_at: '2026-03-02T15:04:05.120Z', data };
  const notice = noticeOf(event as RecordedEvent, { currency: 'USD', locale: 'en-US' });
  if (notice === undefined) throw new Error(`${type} notifies nobody`);
  return notice;
};

const load = async (language: Language) => {
  await loadTexts('frame', language);
  await loadTexts('farm', language);
};

const change = (previous_status: string, status: string) => ({ previous_status, status });

const causes: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['order.created', { id: 'o', number: 1042, total: 13.5 }, 'Pedido nuevo #1042 de $13.50'],
  ['order.created', {}, 'Pedido nuevo'],
  ['invoice.payment_failed', { id: 'i' }, 'Falló el pago de su suscripción; revise el método de pago'],
  ['subscription.payment_reminder', {}, 'Queda pendiente un pago de su suscripción'],
  [
    'subscription.payment_reminder',
    { days_left: 1 },
    'Queda pendiente un pago de su suscripción; su plan termina en 1 día',
  ],
  [
    'subscription.changed',
    change('past_due', 'suspended'),
    'Su plan está suspendido por un pago pendiente; páguelo en el portal de facturación',
  ],
  ['subscription.changed', change('active', 'paused'), 'Su suscripción está en pausa'],
  ['subscription.changed', change('active', 'canceled'), 'Su suscripción terminó'],
  ['subscription.changed', change('paused', 'active'), 'Su suscripción está activa de nuevo'],
  [
    'webhook_endpoint.disabled',
    { id: 'w', reason: 'gone' },
    'Se desactivó un destino de webhook porque respondió 410',
  ],
  ['webhook_endpoint.disabled', { id: 'w' }, 'Se desactivó un destino de webhook porque fallan sus entregas'],
  ['product.low_stock', { id: 'p', name: 'Kale', available: 1 }, 'Kale: pocas existencias, queda 1'],
  ['product.low_stock', { id: 'p' }, 'Un producto: pocas existencias'],
  [
    'product.low_stock',
    { id: 'p', name: 'Kale', variant_name: 'caja', available: 1 },
    'Kale, caja: pocas existencias, queda 1',
  ],
  ['campaign.sent', { id: 'c', recipient_count: 2 }, 'Se envió una campaña a 2 contactos'],
  ['campaign.sent', { id: 'c' }, 'Se envió una campaña'],
  [
    'campaign.paused',
    { id: 'c', reason: 'sends_used_up' },
    'Una campaña quedó en pausa antes del primer mensaje: el plan incluye muy pocos mensajes este mes',
  ],
  ['campaign.paused', { id: 'c' }, 'Una campaña quedó en pausa porque no se puede enviar'],
  [
    'campaign.failed',
    { id: 'c', reason: 'no_recipients' },
    'No se envió una campaña porque no tiene destinatarios',
  ],
  ['campaign.failed', { id: 'c' }, 'No se envió una campaña; revise sus ajustes'],
  [
    'brand.deletion_scheduled',
    {},
    'Se programó la eliminación de la marca; un propietario puede restaurarla',
  ],
  ['brand.deletion_reminder', { days: 1 }, 'La marca se eliminará en un día'],
  ['brand.deletion_reminder', { days: 7 }, 'La marca se eliminará en 7 días'],
  ['brand.deletion_reminder', {}, 'La marca se eliminará en unos días'],
  ['brand.deletion_cancelled', {}, 'La marca fue restaurada'],
  ['brand.export_ready', { id: 'x' }, 'La exportación de la marca está lista para descargar'],
  ['member.joined', {}, 'Se unió un miembro'],
  ['member.joined', { role: 'viewer', subject: 's' }, 'Se unió un miembro como lector'],
];

describe('titles of notifications in English', () => {
  beforeAll(() => load('en'));

  test.each(causes)('are those of the API: %s %j', (type, data) => {
    const { title, cause } = noticeFrom(type, data);
    expect(notificationTitle({ title: 'stored', cause })).toBe(title);
  });
});

describe('titles of notifications in Spanish', () => {
  beforeAll(() => load('es'));

  test.each(causes)('are written from the event and its facts: %s %j', (type, data, title) => {
    expect(notificationTitle(noticeFrom(type, data))).toBe(title);
  });

  test.each<Pick<Notification, 'cause' | 'title'>>([
    { title: 'Faster reports' },
    { title: 'Faster reports', cause: { event: 'report.faster', facts: {} } },
    {
      title: 'Your subscription moved',
      cause: { event: 'subscription.changed', facts: { status: 'moved' } },
    },
  ])('are the stored ones for an unknown event: %j', (notification) => {
    expect(notificationTitle(notification)).toBe(notification.title);
  });
});
