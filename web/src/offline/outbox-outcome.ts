import type { CommerceClient, WaterLog } from '#clients/typescript/src/commerce/index.ts';
import { ApiError, isApiError, isClientError } from '#clients/typescript/src/runtime/errors.ts';
import {
  type Conflict,
  isSameContent,
  type OrderStatusChange,
  type OutboxEntry,
  type Refusal,
  type Theirs,
  type WaterLogCreation,
  type WaterLogDeletion,
  type WaterLogEdit,
} from '#web/offline/outbox-entry.ts';

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
export async function sendEntry(
  entry: OutboxEntry,
  client: CommerceClient,
  personId: string,
): Promise<Outcome> {
  try {
    switch (entry.write.kind) {
      case 'create_water_log':
        return await create(entry, entry.write, client);
      case 'edit_water_log':
        return await edit(entry.write, client);
      case 'delete_water_log':
        return await remove(entry.write, client);
      case 'order_status':
        return await changeStatus(entry.write, client, personId);
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
  client: CommerceClient,
): Promise<Outcome> {
  // The batch takes the id of the device, so that edits can wait behind an entry that was never sent.
  const results = await client.waterLogs.createWaterLogs(
    { brand_id: brandId, items: [{ id: recordId, ...after }] },
    { ...once, idempotencyKey },
  );
  const result = results[0];
  switch (result?.status) {
    case 'created':
    case 'exists':
      return { kind: 'sent', version: 1 };
    case 'conflict':
      return { kind: 'conflict', theirs: await waterLogNow(recordId, client) };
    case 'deleted':
      return { kind: 'conflict', theirs: { kind: 'deleted' } };
    default:
      return { kind: 'refused', code: 'validation_failed', message: '', details: result?.details ?? [] };
  }
}

async function edit(write: WaterLogEdit, client: CommerceClient): Promise<Outcome> {
  const { recordId, version, before, after } = write;
  if (version === undefined) {
    const theirs = await waterLogNow(recordId, client);
    if (theirs.kind !== 'water_log') return { kind: 'conflict', theirs };
    const { record } = theirs;
    if (isSameContent(record, after)) return { kind: 'sent', version: record.version };
    if (!isSameContent(record, before)) return { kind: 'conflict', theirs };
    return await edit({ ...write, version: record.version }, client);
  }
  try {
    const written = await client.waterLogs.update({ id: recordId, ...after }, { ...once, ...match(version) });
    return { kind: 'sent', version: written.version };
  } catch (error) {
    if (isApiError(error, 'not_found')) return { kind: 'conflict', theirs: { kind: 'deleted' } };
    if (!isApiError(error, 'precondition_failed')) throw error;
    const theirs = await waterLogNow(recordId, client);
    if (theirs.kind !== 'water_log') return { kind: 'conflict', theirs };
    const { record } = theirs;
    // The reply to an earlier attempt was lost: the record, or its history, has what this entry wrote.
    if (isSameContent(record, after)) return { kind: 'sent', version: record.version };
    const { data: changes } = await client.waterLogs.listChanges({ id: recordId }, once);
    const wasWritten = changes.some(
      (change) => change.before.version === version + 1 && isSameContent(change.before, after),
    );
    return wasWritten ? { kind: 'sent', version: record.version } : { kind: 'conflict', theirs };
  }
}

async function remove(write: WaterLogDeletion, client: CommerceClient): Promise<Outcome> {
  const { recordId, version, before } = write;
  if (version === undefined) {
    const theirs = await waterLogNow(recordId, client);
    if (theirs.kind === 'deleted') return { kind: 'sent' };
    if (theirs.kind !== 'water_log' || !isSameContent(theirs.record, before))
      return { kind: 'conflict', theirs };
    return await remove({ ...write, version: theirs.record.version }, client);
  }
  try {
    await client.waterLogs.delete({ id: recordId }, { ...once, ...match(version) });
    return { kind: 'sent' };
  } catch (error) {
    // Deleted by an earlier attempt, or by somebody else: nothing is left to do.
    if (isApiError(error, 'not_found')) return { kind: 'sent' };
    if (!isApiError(error, 'precondition_failed')) throw error;
    const theirs = await waterLogNow(recordId, client);
    return theirs.kind === 'deleted' ? { kind: 'sent' } : { kind: 'conflict', theirs };
  }
}

async function changeStatus(
  write: OrderStatusChange,
  client: CommerceClient,
  personId: string,
): Promise<Outcome> {
  const { recordId, version, from, to, reason } = write;
  if (version === undefined) {
    const theirs = await orderNow(recordId, client);
    if (theirs.kind !== 'order') return { kind: 'conflict', theirs };
    if (theirs.status === to) return { kind: 'sent', version: theirs.version };
    if (theirs.status !== from) return { kind: 'conflict', theirs };
    return await changeStatus({ ...write, version: theirs.version }, client, personId);
  }
  try {
    const order = await client.orders.updateStatus(
      { id: recordId, status: to, reason },
      { ...once, ...match(version) },
    );
    return { kind: 'sent', version: order.version };
  } catch (error) {
    if (isApiError(error, 'not_found')) return { kind: 'conflict', theirs: { kind: 'deleted' } };
    if (!isApiError(error, 'precondition_failed', 'illegal_transition')) throw error;
    const order = await client.orders.get({ id: recordId }, once);
    if (order.status === to) return { kind: 'sent', version: order.version };
    const { data: changes } = await client.orders.listChanges({ id: recordId }, once);
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

async function waterLogNow(id: string, client: CommerceClient): Promise<Theirs> {
  try {
    const record: WaterLog = await client.waterLogs.get({ id }, once);
    return { kind: 'water_log', record };
  } catch (error) {
    if (isApiError(error, 'not_found')) return { kind: 'deleted' };
    throw error;
  }
}

async function orderNow(id: string, client: CommerceClient): Promise<Theirs> {
  try {
    const { status, version } = await client.orders.get({ id }, once);
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
