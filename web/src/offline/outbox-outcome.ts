import { ApiError, isApiError, isClientError } from '#clients/typescript/src/runtime/errors.ts';
import type { WaterLog } from '#commerce/water-logs/contract.ts';
import { api } from '#web/api/api.ts';
import {
  type Conflict,
  isSameContent,
  type OrderCreation,
  type OrderStatusChange,
  type OutboxEntry,
  type Refusal,
  type Theirs,
  type WaterLogCreation,
  type WaterLogDeletion,
  type WaterLogEdit,
} from '#web/offline/outbox-entry.ts';
import { handOver } from '#web/offline/sale.ts';

/** What came of sending an entry. */
export type Outcome =
  /** The service has the write; the record has this version. */
  | { readonly kind: 'sent'; readonly version?: number | undefined }
  | Conflict
  | Refusal
  /** The service is busy: again after a while. */
  | { readonly kind: 'later'; readonly seconds?: number | undefined }
  /** No signal, or no valid session: the other entries would fail as well. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed_out' };

/** Sends an entry once. Sending it again after a lost reply has no second effect. */
export async function sendEntry(entry: OutboxEntry, personId: string): Promise<Outcome> {
  try {
    switch (entry.write.kind) {
      case 'create_water_log':
        return await create(entry, entry.write);
      case 'edit_water_log':
        return await edit(entry.write);
      case 'delete_water_log':
        return await remove(entry.write);
      case 'create_order':
        return await createOrder(entry, entry.write);
      case 'order_status':
        return await changeStatus(entry.write, personId);
    }
  } catch (error) {
    return outcomeOf(error);
  }
}

/** The outbox repeats requests itself, and keeps an attempt short enough for a weak signal. */
const once = { maxRetries: 0, timeoutMs: 20_000 };

async function create(
  { brandId, idempotencyKey }: OutboxEntry,
  { recordId, after }: WaterLogCreation,
): Promise<Outcome> {
  // The batch takes the id of the device, so that edits can wait behind an entry that was never sent.
  const results = await api(
    'POST /api/v1/water-logs/batch',
    { brand_id: brandId, items: [{ id: recordId, ...after }] },
    { ...once, idempotencyKey },
  );
  const result = results[0];
  switch (result?.status) {
    case 'created':
    case 'exists':
      return { kind: 'sent', version: 1 };
    case 'conflict':
      return { kind: 'conflict', theirs: await waterLogNow(recordId) };
    case 'deleted':
      return { kind: 'conflict', theirs: { kind: 'deleted' } };
    default:
      return { kind: 'refused', code: 'validation_failed', message: '', details: result?.details ?? [] };
  }
}

async function edit(write: WaterLogEdit): Promise<Outcome> {
  const { recordId, version, before, after } = write;
  if (version === undefined) {
    const theirs = await waterLogNow(recordId);
    if (theirs.kind !== 'water_log') return { kind: 'conflict', theirs };
    const { record } = theirs;
    if (isSameContent(record, after)) return { kind: 'sent', version: record.version };
    if (!isSameContent(record, before)) return { kind: 'conflict', theirs };
    return await edit({ ...write, version: record.version });
  }
  try {
    const written = await api(
      'PUT /api/v1/water-logs/{id}',
      { id: recordId, ...after },
      { ...once, ...match(version) },
    );
    return { kind: 'sent', version: written.version };
  } catch (error) {
    if (isApiError(error, 'not_found')) return { kind: 'conflict', theirs: { kind: 'deleted' } };
    if (!isApiError(error, 'precondition_failed')) throw error;
    const theirs = await waterLogNow(recordId);
    if (theirs.kind !== 'water_log') return { kind: 'conflict', theirs };
    const { record } = theirs;
    // The reply to an earlier attempt was lost: the record, or its history, has what this entry wrote.
    if (isSameContent(record, after)) return { kind: 'sent', version: record.version };
    const { data: changes } = await api('GET /api/v1/water-logs/{id}/history', { id: recordId }, once);
    const wasWritten = changes.some(
      (change) => change.before.version === version + 1 && isSameContent(change.before, after),
    );
    return wasWritten ? { kind: 'sent', version: record.version } : { kind: 'conflict', theirs };
  }
}

async function remove(write: WaterLogDeletion): Promise<Outcome> {
  const { recordId, version, before } = write;
  if (version === undefined) {
    const theirs = await waterLogNow(recordId);
    if (theirs.kind === 'deleted') return { kind: 'sent' };
    if (theirs.kind !== 'water_log' || !isSameContent(theirs.record, before))
      return { kind: 'conflict', theirs };
    return await remove({ ...write, version: theirs.record.version });
  }
  try {
    await api('DELETE /api/v1/water-logs/{id}', { id: recordId }, { ...once, ...match(version) });
    return { kind: 'sent' };
  } catch (error) {
    // Deleted by an earlier attempt, or by somebody else: nothing is left to do.
    if (isApiError(error, 'not_found')) return { kind: 'sent' };
    if (!isApiError(error, 'precondition_failed')) throw error;
    const theirs = await waterLogNow(recordId);
    return theirs.kind === 'deleted' ? { kind: 'sent' } : { kind: 'conflict', theirs };
  }
}

/** Code of the refusal of an order that an attempt long ago may have created. */
export const orderMayExist = 'order_may_exist';

/** How long the service knows the key of a request, less an hour. */
const keyKnownMs = 23 * 3_600_000;

async function createOrder(
  { idempotencyKey, attempts }: OutboxEntry,
  { order, first, taken }: OrderCreation,
): Promise<Outcome> {
  const isKeyKnown = attempts === 1 || Date.now() - (first?.at ?? 0) < keyKnownMs;
  if (!isKeyKnown) return { kind: 'refused', code: orderMayExist, message: '', details: [] };
  const { soldAt } = first ?? {};
  const created = await api(
    'POST /api/v1/orders',
    { ...order, ...(soldAt !== undefined && { sold_at: soldAt }) },
    { ...once, idempotencyKey },
  );
  if (taken !== undefined) await handOver(created, taken, idempotencyKey, once);
  return { kind: 'sent' };
}

async function changeStatus(write: OrderStatusChange, personId: string): Promise<Outcome> {
  const { recordId, version, from, to, reason } = write;
  if (version === undefined) {
    const theirs = await orderNow(recordId);
    if (theirs.kind !== 'order') return { kind: 'conflict', theirs };
    if (theirs.status === to) return { kind: 'sent', version: theirs.version };
    if (theirs.status !== from) return { kind: 'conflict', theirs };
    return await changeStatus({ ...write, version: theirs.version }, personId);
  }
  try {
    const order = await api(
      'PUT /api/v1/orders/{id}/status',
      { id: recordId, status: to, reason },
      { ...once, ...match(version) },
    );
    return { kind: 'sent', version: order.version };
  } catch (error) {
    if (isApiError(error, 'not_found')) return { kind: 'conflict', theirs: { kind: 'deleted' } };
    if (!isApiError(error, 'precondition_failed', 'illegal_transition')) throw error;
    const order = await api('GET /api/v1/orders/{id}', { id: recordId }, once);
    if (order.status === to) return { kind: 'sent', version: order.version };
    const { data: changes } = await api('GET /api/v1/orders/{id}/history', { id: recordId }, once);
    const wasWritten = changes.some(
      (change) => change.by === personId && change.status === to && change.version === version + 1,
    );
    if (wasWritten) return { kind: 'sent', version: order.version };
    return {
      kind: 'conflict',
      theirs: { kind: 'order', status: order.status, version: order.version },
    };
  }
}

/**
 * Every change is sent with the version that it is for. A write has none if the entry before it was sent by another tab, unseen by
 * the page on which the person made it: then the record has to be as the person has seen it.
 */
const match = (version: number) => ({ ifMatch: { version } });

async function waterLogNow(id: string): Promise<Theirs> {
  try {
    const record: WaterLog = await api('GET /api/v1/water-logs/{id}', { id }, once);
    return { kind: 'water_log', record };
  } catch (error) {
    if (isApiError(error, 'not_found')) return { kind: 'deleted' };
    throw error;
  }
}

async function orderNow(id: string): Promise<Theirs> {
  try {
    const { status, version } = await api('GET /api/v1/orders/{id}', { id }, once);
    return { kind: 'order', status, version };
  } catch (error) {
    if (isApiError(error, 'not_found')) return { kind: 'deleted' };
    throw error;
  }
}

/** What an error means for the entry that was sent. */
export function outcomeOf(error: unknown): Outcome {
  // The function for the token found no valid session.
  if (!isClientError(error)) return { kind: 'signed_out' };
  if (!(error instanceof ApiError)) return { kind: 'offline' };
  const { status, code, message, details, requestId, retryAfterSeconds } = error;
  if (status === 401) return { kind: 'signed_out' };
  if (status === 429 || status >= 500 || code === 'conflict' || code === 'idempotency_in_flight')
    return { kind: 'later', seconds: retryAfterSeconds };
  return { kind: 'refused', code, message, details, requestId };
}
