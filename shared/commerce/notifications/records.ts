import * as z from 'zod';
import { latestEntryId } from '#commerce/changelog/rules.ts';
import { memberships } from '#commerce/members/member-records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { place } from '#store/commerce/record.ts';
import { getItem, type Item, insertion, updateItem } from '#store/dynamodb/items.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import { type NotificationKind, notificationKinds } from './contract.ts';
import { dayOf, type Inbox } from './inbox.ts';
import { readPreferences } from './preferences.ts';

/** An inbox has several writers, and its counters are attributes by day and kind. */
export const inboxes = place(
  'inbox of a person',
  'inboxes',
  'INBOXES#{brand_id}',
  'PERSON#{subject:text}',
  'inboxes',
  { hides: ['confirmation'] },
);

/** Whose inbox it is. */
export type InboxOwner = Pick<Inbox, 'brand_id' | 'subject'>;

export const inboxKey = ({ brand_id, subject }: InboxOwner) => keyIn(inboxes, { brand_id, subject });

const stored = z.looseObject({
  brand_id: z.string(),
  subject: z.string(),
  is_member: z.boolean(),
  preferences: z.unknown().optional(),
  email: z.string().optional(),
  confirmation: z
    .object({ email: z.string(), hash: z.string(), sent_at: z.string(), attempts: z.number() })
    .optional(),
  epoch: z.number(),
  changelog_id: z.string(),
  seen_on: z.string(),
});

/** Attribute of the counter of unread notifications of a day. */
export const unreadAttribute = (epoch: number, day: string): string => `unread_${epoch}_${day}`;
export const digestAttribute = (kind: NotificationKind): string => `digest_${kind}`;

export function inboxFrom(item: Item): Inbox {
  const { preferences, email, confirmation, ...fields } = stored.parse(item);
  const { brand_id, subject, is_member, epoch, changelog_id, seen_on } = fields;
  const prefix = unreadAttribute(epoch, '');
  const days = Object.entries(item).filter(([name]) => name.startsWith(prefix));
  const counts = notificationKinds.map((kind) => [kind, Number(item[digestAttribute(kind)] ?? 0)] as const);
  return {
    ...{ brand_id, subject, is_member, epoch, changelog_id, seen_on },
    preferences: readPreferences(preferences),
    email,
    confirmation,
    unread: new Map(days.map(([name, count]) => [name.slice(prefix.length), Number(count)])),
    digest_counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

/** The action that opens an inbox, for the transaction that gives a person a brand. It fails if the inbox exists. */
export const newInboxAction = (
  brand_id: string,
  subject: string,
  is_member: boolean,
  now: Date,
): TransactAction =>
  insertion({
    ...inboxKey({ brand_id, subject }),
    ...{ brand_id, subject, is_member },
    epoch: 0,
    // A new reader does not need the news of the past.
    changelog_id: latestEntryId,
    seen_on: dayOf(now.toISOString()),
  });

export async function readInbox(owner: InboxOwner): Promise<Inbox | undefined> {
  const item = await getItem(commerceTable, inboxKey(owner));
  return item && inboxFrom(item);
}

/** The inbox of a person, opened if it does not exist. */
export async function openInbox(brand_id: string, subject: string, now: Date): Promise<Inbox> {
  const present = await readInbox({ brand_id, subject });
  if (present !== undefined) return present;
  const isMember = (await memberships.find({ subject, brand_id })) !== undefined;
  await isWritten(transact(commerceTable, [newInboxAction(brand_id, subject, isMember, now)]));
  const opened = await readInbox({ brand_id, subject });
  if (opened === undefined) throw new Error('The inbox was removed while it was opened');
  return opened;
}

/** Records that the person still reads the list, once a day. */
export async function noteSeen(inbox: Inbox, now: Date): Promise<void> {
  const today = dayOf(now.toISOString());
  if (inbox.seen_on >= today) return;
  const update = updateItem(commerceTable, inboxKey(inbox), {
    UpdateExpression: 'SET seen_on = :today',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':today': today },
  });
  await isWritten(update);
}

/** The action that stores preferences, address and code. It fails if the code or the inbox has changed. */
export const changeInboxAction = (
  before: Inbox,
  { preferences, email, confirmation }: Pick<Inbox, 'preferences' | 'email' | 'confirmation'>,
): TransactAction => {
  const values = { preferences, email, confirmation };
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  const removed = Object.keys(values).filter((name) => !set.some(([given]) => given === name));
  const { confirmation: earlier } = before;
  return {
    Update: {
      Key: { ...inboxKey(before) },
      UpdateExpression: [
        `SET ${set.map(([name]) => `${name} = :${name}`).join(', ')}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression:
        earlier === undefined
          ? 'attribute_exists(pk) AND attribute_not_exists(confirmation)'
          : 'confirmation.sent_at = :sent AND confirmation.attempts = :attempts',
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ...(earlier !== undefined && { ':sent': earlier.sent_at, ':attempts': earlier.attempts }),
      },
    },
  };
};
