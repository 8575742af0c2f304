import type { ErrorDetail } from '#clients/typescript/src/runtime/errors.ts';
import type { Order } from '#commerce/orders/order.ts';
import { maxSaleAge } from '#commerce/orders/rules.ts';
import type { WaterLog } from '#commerce/water-logs/contract.ts';
import type { ApiInput } from '#web/api/api.ts';
import type { Taken } from '#web/offline/sale.ts';
import type { NamedOrder } from '#web/text/format.ts';

/** A write that waits on the device until the service has it. */
export interface OutboxEntry {
  /** Made on the device. */
  readonly id: string;
  readonly brandId: string;
  readonly madeAt: string;
  readonly write: Write;
  /** Sent as `Idempotency-Key`; a changed entry gets a new one. */
  readonly idempotencyKey: string;
  /** Attempts that were started. After the first one the service may have the write. */
  readonly attempts: number;
  readonly state: EntryState;
  /** Milliseconds since 1970 until which the entry is not sent, so that it can be undone. */
  readonly heldUntil?: number | undefined;
}

/** A write that the service has. */
export interface SentWrite {
  readonly write: Write;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

export type Write = WaterLogCreation | WaterLogEdit | WaterLogDeletion | OrderCreation | OrderStatusChange;

export interface WaterLogCreation {
  readonly kind: 'create_water_log';
  readonly recordId: string;
  readonly after: WaterLogFields;
}

export interface WaterLogEdit {
  readonly kind: 'edit_water_log';
  readonly recordId: string;
  /** The version that the person has seen; undefined if an earlier entry for the record waited then. */
  readonly version?: number | undefined;
  readonly before: WaterLogFields;
  readonly after: WaterLogFields;
}

export interface WaterLogDeletion {
  readonly kind: 'delete_water_log';
  readonly recordId: string;
  readonly version?: number | undefined;
  readonly before: WaterLogFields;
}

/** An order that was taken without signal. */
export interface OrderCreation {
  readonly kind: 'create_order';
  /** Made on the device; the service gives the order another id. */
  readonly recordId: string;
  readonly order: NewOrder;
  /** Of a sale at the stand, which is paid and handed over at once. */
  readonly taken?: Taken | undefined;
  /** Decided before the first attempt, so that every attempt sends the same. */
  readonly first?: FirstAttempt | undefined;
}

export type NewOrder = Omit<ApiInput<'POST /api/v1/orders'>, 'sold_at'>;

interface FirstAttempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly soldAt?: string | undefined;
}

export interface OrderStatusChange {
  readonly kind: 'order_status';
  readonly recordId: string;
  readonly order: NamedOrder;
  readonly version?: number | undefined;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  /** Why the order is cancelled. */
  readonly reason?: string | undefined;
}

/** What a person enters. */
export type WaterLogFields = Pick<
  WaterLog,
  'field_id' | 'field_name' | 'gallons' | 'duration_minutes' | 'water_method' | 'notes' | 'logged_at'
>;

export type OrderStatus = Order['status'];

export type EntryState = { readonly kind: 'waiting' } | Conflict | Refusal;

/** Somebody else has changed the record, so that a person has to choose. */
export interface Conflict {
  readonly kind: 'conflict';
  readonly theirs: Theirs;
}

/** The record as the service has it. */
export type Theirs =
  | { readonly kind: 'water_log'; readonly record: WaterLog }
  | { readonly kind: 'order'; readonly status: OrderStatus; readonly version: number }
  | { readonly kind: 'deleted' };

/** The service will not accept the write as it is. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
}

/** The members of an entry that a person enters, without the rest of a record. */
export const fieldsOf = (record: WaterLogFields): WaterLogFields => ({
  field_id: record.field_id,
  field_name: record.field_name,
  gallons: record.gallons,
  duration_minutes: record.duration_minutes,
  water_method: record.water_method,
  notes: record.notes,
  logged_at: record.logged_at,
});

/** Whether two entries have the same content. */
export function isSameContent(one: WaterLogFields, other: WaterLogFields): boolean {
  return (
    one.field_id === other.field_id &&
    one.field_name === other.field_name &&
    one.gallons === other.gallons &&
    one.duration_minutes === other.duration_minutes &&
    one.water_method === other.water_method &&
    one.notes === other.notes &&
    Date.parse(one.logged_at) === Date.parse(other.logged_at)
  );
}

/** A write whose record the service does not have yet. */
export const isCreation = (write: Write): write is WaterLogCreation | OrderCreation =>
  write.kind === 'create_water_log' || write.kind === 'create_order';

const minute = 60_000;

/**
 * When an order was taken, by the clock of the service: its age is right where the clock of the device is not. Undefined for an order
 * of this minute, one from before the clock was set back, and one that is too old for the service, which then counts for today.
 */
export function soldAtOf(
  madeAt: string,
  { device, service }: { readonly device: number; readonly service: number },
): string | undefined {
  const age = device - Date.parse(madeAt);
  return age < minute || age > maxSaleAge - minute ? undefined : new Date(service - age).toISOString();
}

/** An entry at its next attempt. `service` is the time there. */
export function nextAttempt(entry: OutboxEntry, service: number): OutboxEntry {
  const { write, madeAt } = entry;
  const attempted = { ...entry, attempts: entry.attempts + 1 };
  if (write.kind !== 'create_order' || write.first !== undefined) return attempted;
  const device = Date.now();
  const first = { at: device, soldAt: soldAtOf(madeAt, { device, service }) };
  return { ...attempted, write: { ...write, first } };
}

/** A new entry for a write. */
export function newEntry(brandId: string, write: Write, heldUntil?: number): OutboxEntry {
  return {
    id: crypto.randomUUID(),
    brandId,
    madeAt: new Date().toISOString(),
    write,
    idempotencyKey: crypto.randomUUID(),
    attempts: 0,
    state: { kind: 'waiting' },
    heldUntil,
  };
}

/** The entry with another write, to be sent as a new request. */
export const withWrite = (entry: OutboxEntry, write: Write): OutboxEntry => ({
  ...entry,
  write: write.kind === 'create_order' ? { ...write, first: undefined } : write,
  idempotencyKey: crypto.randomUUID(),
  state: { kind: 'waiting' },
});
