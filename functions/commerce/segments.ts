import { shownContact } from '#commerce/contacts/contact.ts';
import type * as declared from '#commerce/segments/contract.ts';
import {
  countSelected,
  newSegment,
  readSegmentContacts,
  replaceSegment,
  segments,
} from '#commerce/segments/records.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, noContent, ok, okPage } from '#http/reply/replies.ts';

export function createSegment({ body, now, newId }: Call<typeof declared.createSegment>) {
  const segment = newSegment(body, { id: newId(), now });
  return change(created(segment, `/api/v1/segments/${segment.id}`, segment), segments.insert(segment));
}

export async function listSegments({ query: { brand_id, ...page } }: Call<typeof declared.listSegments>) {
  const { data, nextCursor } = await segments.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export const getSegment = ({ resource: segment }: Call<typeof declared.getSegment>) => ok(segment, segment);

export function updateSegment({ resource: segment, body, now }: Call<typeof declared.updateSegment>) {
  const replaced = replaceSegment(segment, body, now);
  return change(ok(replaced, replaced), segments.replace(segment, replaced));
}

export const deleteSegment = ({ resource: segment }: Call<typeof declared.deleteSegment>) =>
  change(noContent(), segments.remove(segment));

export async function listSegmentContacts(call: Call<typeof declared.listSegmentContacts>) {
  const { data, nextCursor } = await readSegmentContacts(call.resource, call.query, call.now);
  return okPage(data.map(shownContact), nextCursor);
}

export async function previewSegment({ body, now }: Call<typeof declared.previewSegment>) {
  const counts = await countSelected(body, now);
  return ok({ ...counts, sample: counts.sample.map(shownContact) });
}
