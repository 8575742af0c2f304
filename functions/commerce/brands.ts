import { countOwnedBrand } from '#commerce/billing/entitlement-records.ts';
import type * as declared from '#commerce/brands/contract.ts';
import { archiveLinkSeconds, type BrandExport } from '#commerce/brands/contract.ts';
import { brandExports, insertExport } from '#commerce/brands/export-records.ts';
import { changeBrand, insertBrand } from '#commerce/brands/records.ts';
import {
  isAvailable,
  newBrand,
  nextStep,
  replaceBrand,
  shownBrand,
  shownExport,
  withDeletion,
  withoutDeletion,
} from '#commerce/brands/rules.ts';
import { newInboxAction } from '#commerce/notifications/records.ts';
import { onboardingFactAction, profileFactActions } from '#commerce/onboarding/records.ts';
import { hasOrders } from '#commerce/orders/records.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { accepted, created, ok, okPage } from '#http/reply/replies.ts';
import { cancelWork, scheduleWork } from '#store/commerce/work/work-items.ts';
import { downloadLink, mediaBucket } from '#store/s3/media-bucket.ts';
import { archiveKey } from '#store/s3/media-keys.ts';

export async function createBrand({ body, principal, now, newId }: Call<typeof declared.createBrand>) {
  const { DEFAULT_CURRENCY: currency } = commerceEnvironment.parse(process.env);
  const brand = newBrand(body, principal, { id: newId(), now, currency });
  const { subject } = principal;
  return change(
    created(brand, `/api/v1/brands/${brand.id}`, brand),
    ...insertBrand({ ...brand, gateway_keys: [] }, subject),
    newInboxAction(brand.id, subject, true, now),
    ...profileFactActions(brand),
    ...(await countOwnedBrand(subject, now)),
    { wakes: { kind: 'set-gateway-key', key: brand.id }, due: now },
  );
}

export function getBrand({ resource }: Call<typeof declared.getBrand>) {
  return ok(shownBrand(resource), resource);
}

export async function updateBrand({
  resource: before,
  body,
  principal,
  now,
}: Call<typeof declared.updateBrand>) {
  const { currency = before.currency } = body;
  // Figures add up amounts of all orders.
  if (currency !== before.currency && (await hasOrders(before.id))) throw new ApiError('currency_in_use');
  const brand = replaceBrand(before, body, principal, now);
  return change(
    ok(brand, brand),
    ...changeBrand(before, brand),
    onboardingFactAction(brand.id, 'brand_profile', brand.updated_at),
    ...(brand.plan === before.plan
      ? []
      : [{ wakes: { kind: 'set-gateway-key', key: brand.id }, due: now } as const]),
  );
}

export function deleteBrand({ resource: before, query, principal, now }: Call<typeof declared.deleteBrand>) {
  const { id: brand_id } = before;
  if (before.name !== query.name) throw new ApiError('name_mismatch');
  const { DELETION_WAIT_DAYS } = commerceEnvironment.parse(process.env);
  const brand = withDeletion(shownBrand(before), DELETION_WAIT_DAYS, now);
  const reply = accepted(brand, `/api/v1/brands/${brand_id}`);
  if (before.deletion !== undefined || brand.deletion === undefined) return reply;
  const { deletes_at } = brand.deletion;
  const due = nextStep(brand.deletion, now);
  const data = { change: 'scheduled', subject: principal.subject } as const;
  return change(
    reply,
    ...changeBrand(before, brand),
    scheduleWork({ kind: 'delete-brand', key: brand_id, due, payload: { brand_id } }),
    { brand_id, activity: { event: 'brandDeletionChanged', data } },
    { brand_id, events: [{ type: 'brand.deletion_scheduled', data: { deletes_at } }] },
  );
}

export function restoreBrand({ resource: before, principal, now }: Call<typeof declared.restoreBrand>) {
  const { id: brand_id } = before;
  const brand = withoutDeletion(shownBrand(before), now);
  const reply = ok(brand, brand);
  if (before.deletion === undefined) return reply;
  const data = { change: 'cancelled', subject: principal.subject } as const;
  return change(
    reply,
    ...changeBrand(before, brand),
    cancelWork('delete-brand', brand_id, now),
    { brand_id, activity: { event: 'brandDeletionChanged', data } },
    { brand_id, events: [{ type: 'brand.deletion_cancelled', data: {} }] },
  );
}

export function createBrandExport({
  resource: { id: brand_id },
  principal,
  now,
  newId,
}: Call<typeof declared.createBrandExport>) {
  const id = newId();
  const time = now.toISOString();
  const one: BrandExport = { id, brand_id, status: 'waiting', created_at: time, updated_at: time };
  const work = { kind: 'export-brand', key: id } as const;
  const data = { export_id: id, subject: principal.subject };
  return change(
    accepted(one, `/api/v1/brands/${brand_id}/exports/${id}`),
    ...insertExport(one),
    scheduleWork({ ...work, due: now, payload: { brand_id, export_id: id } }),
    { brand_id, activity: { event: 'brandExportRequested', data } },
    { wakes: work, due: now },
  );
}

export async function listBrandExports({
  parameters: { brand_id },
  query,
  now,
}: Call<typeof declared.listBrandExports>) {
  const { data, nextCursor } = await brandExports.page({ brand_id }, { ...query, newestFirst: true });
  return okPage(
    data.map((one) => shownExport(one, now)),
    nextCursor,
  );
}

export async function getBrandExport({ parameters, now }: Call<typeof declared.getBrandExport>) {
  const { brand_id, export_id } = parameters;
  const one = found(await brandExports.find({ brand_id, id: export_id }));
  if (!isAvailable(one, now)) return ok(shownExport(one, now));
  const key = archiveKey(brand_id, export_id);
  const file = { key, fileName: `brand-${brand_id}.zip`, seconds: archiveLinkSeconds };
  return ok({ ...one, download: await downloadLink(mediaBucket, file, now) });
}
