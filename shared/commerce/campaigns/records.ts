import * as z from 'zod';
import {
  adjustEntitlement,
  checkEntitlement,
  useEntitlement,
} from '#commerce/billing/entitlement-records.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { ledBy, record } from '#store/commerce/record.ts';
import { cancelWork, scheduleWork } from '#store/commerce/work/work-items.ts';
import { type Item, recordOf } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { segmentFilter } from '../segments/contract.ts';
import { segments } from '../segments/records.ts';
import { type Campaign, campaign } from './contract.ts';
import { hasOpenRun } from './rules.ts';

export const campaigns = record({
  name: 'campaign',
  schema: campaign,
  records: 'campaigns',
  pk: 'CAMPAIGNS#{brand_id}',
  sk: 'CAMPAIGN#{id}',
  exported: 'campaigns',
  person: 'none',
});

/** The actions that store a new campaign, and schedule its start if it has a time. */
export const campaignInsertion = (campaign: Campaign): readonly TransactAction[] => [
  campaigns.insert(campaign),
  ...(campaign.status === 'scheduled' ? [startWork(campaign)] : []),
];

/** The actions that replace a campaign, and schedule its start or cancel it. */
export const campaignChange = (before: Campaign, after: Campaign, now: Date): readonly TransactAction[] => [
  campaigns.replace(before, after),
  ...workChange(before, after, now),
];

/** The action that has a campaign started, continued or ended at a time. */
export const campaignWork = (
  { id, brand_id }: Pick<Campaign, 'id' | 'brand_id'>,
  due: Date,
): TransactAction =>
  scheduleWork({ kind: 'send-campaign', key: id, due, payload: { brand_id, campaign_id: id } });

const startWork = (campaign: Campaign): TransactAction =>
  campaignWork(campaign, new Date(campaign.scheduled_at ?? campaign.created_at));

function workChange(before: Campaign, after: Campaign, now: Date): readonly TransactAction[] {
  if (after.status === 'scheduled') return [startWork(after)];
  // A cancelled campaign ends its batches; a continued one starts them.
  const isEnding = after.status === 'cancelled' && hasOpenRun(before);
  if (after.status === 'sending' || before.status === 'sending' || isEnding)
    return [campaignWork(after, now)];
  return before.status === 'scheduled' ? [cancelWork('send-campaign', after.id, now)] : [];
}

/** Holds while the campaign is being sent. */
const stillSending = ({ id, brand_id }: Pick<Campaign, 'id' | 'brand_id'>): TransactAction => ({
  ConditionCheck: {
    Key: { ...campaigns.key({ brand_id, id }) },
    ConditionExpression: '#status = :sending',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':sending': 'sending' },
  },
});

/** Where the reading of the audience goes on: the number of the source, and the position in it. */
const audiencePosition = z.object({ source: z.int(), after: z.string().optional() });

/** What is to be done once with all batches: start the open ones again, or send unknown messages again. */
const runTasks = ['restart', 'resend'] as const;
export type RunTask = (typeof runTasks)[number];

/** Progress of a campaign, with its figures. */
const campaignRun = z.object({
  campaign_id: uuid,
  brand_id: uuid,
  started_at: timestamp,
  filter: segmentFilter.optional().describe('That of the segment when sending began'),
  position: audiencePosition,
  complete: z.boolean(),
  batches: z.int(),
  batches_done: z.int(),
  task: z.enum(runTasks).optional(),
  sends_reserved_at: timestamp
    .optional()
    .describe(
      'When the messages of all recipients were taken from the allowance of the month. No batch is sent before',
    ),
  figures: z.record(z.string(), z.int()),
});
export type CampaignRun = Readonly<z.output<typeof campaignRun>>;

/** Each figure is an attribute with this prefix, so that a write can add to it without a read. */
const prefix = 'n_';

export const runs = record({
  name: 'run of a campaign',
  schema: campaignRun,
  records: 'campaign-runs',
  pk: 'CAMPAIGNRUN#{campaign_id}',
  sk: 'RUN',
  stored: {
    write: ({ figures, ...run }) => ({ ...run, ...attributesOf(figures) }),
    read: runFrom,
  },
  exported: 'campaign-runs',
  person: 'none',
  ...ledBy('campaign_id', 'campaign'),
});

const attributesOf = (figures: CampaignRun['figures']) =>
  Object.fromEntries(Object.entries(figures).map(([name, count]) => [prefix + name, count]));

function runFrom(item: Item): CampaignRun {
  const all = Object.entries(recordOf<Record<string, unknown>>(item));
  const [figures, rest] = [true, false].map((isFigure) =>
    all.filter(([name]) => name.startsWith(prefix) === isFigure),
  );
  return {
    ...(Object.fromEntries(rest ?? []) as Omit<CampaignRun, 'figures'>),
    figures: Object.fromEntries(
      (figures ?? []).map(([name, value]) => [name.slice(prefix.length), Number(value)]),
    ),
  };
}

/** The action that stores a new run. It replaces an earlier one only if that had no recipients. */
export const newRunAction = (
  run: Pick<CampaignRun, 'campaign_id' | 'brand_id' | 'started_at' | 'filter'>,
): TransactAction => ({
  Put: {
    Item: runs.item({
      ...run,
      position: { source: 0 },
      complete: false,
      batches: 0,
      batches_done: 0,
      figures: {},
    }),
    ConditionExpression: `attribute_not_exists(pk) OR attribute_not_exists(${prefix}recipients)`,
  },
});

interface AudiencePage {
  readonly position: CampaignRun['position'];
  readonly complete: boolean;
  readonly recipients: number;
  /** Contacts of the page that get no message, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** The action that stores a page of the audience. It fails if another run has stored one meanwhile. */
export function pageAction(run: CampaignRun, page: AudiencePage): TransactAction {
  const skipped = Object.values(page.skipped).reduce((sum, count) => sum + count, 0);
  const added = {
    recipients: page.recipients,
    skipped,
    ...Object.fromEntries(
      Object.entries(page.skipped).map(([reason, count]) => [`skipped_${reason}`, count]),
    ),
  };
  return runUpdate(run.campaign_id, added, {
    set: {
      position: page.position,
      complete: page.complete,
      batches: run.batches + (page.recipients > 0 ? 1 : 0),
    },
    condition: '#position = :position AND #batches = :batches',
    names: { '#position': 'position', '#batches': 'batches' },
    values: { ':position': run.position, ':batches': run.batches },
  });
}

/** The action that adds to figures of a campaign. */
export const figuresAction = (campaignId: string, added: Readonly<Record<string, number>>): TransactAction =>
  runUpdate(campaignId, added);

interface RunChange {
  readonly set: Readonly<Record<string, unknown>>;
  readonly condition: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

function runUpdate(
  campaignId: string,
  added: Readonly<Record<string, number>>,
  change?: RunChange,
): TransactAction {
  const adds = Object.entries(added).filter(([, count]) => count !== 0);
  const sets = Object.entries(change?.set ?? {});
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.map(([name]) => `#s_${name} = :s_${name}`).join(', ')}`] : []),
    ...(adds.length > 0 ? [`ADD ${adds.map(([name]) => `#a_${name} :a_${name}`).join(', ')}`] : []),
  ];
  return {
    Update: {
      Key: { ...runs.key({ campaign_id: campaignId }) },
      UpdateExpression: clauses.join(' '),
      ConditionExpression: change?.condition ?? 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        ...change?.names,
        ...Object.fromEntries(sets.map(([name]) => [`#s_${name}`, name])),
        ...Object.fromEntries(
          adds.map(([name]) => [`#a_${name}`, name === 'batches_done' ? name : prefix + name]),
        ),
      },
      ExpressionAttributeValues: {
        ...change?.values,
        ...Object.fromEntries(sets.map(([name, value]) => [`:s_${name}`, value])),
        ...Object.fromEntries(adds.map(([name, count]) => [`:a_${name}`, count])),
      },
    },
  };
}

/**
 * The action that records the reservation of all messages, and has the batches started. It fails for an audience that is not
 * complete, and for a second reservation.
 */
const sendsReservedAction = (campaignId: string, now: Date): TransactAction => ({
  Update: {
    Key: { ...runs.key({ campaign_id: campaignId }) },
    UpdateExpression: 'SET sends_reserved_at = :now, #task = :task',
    ConditionExpression: '#complete = :true AND attribute_not_exists(sends_reserved_at)',
    ExpressionAttributeNames: { '#task': 'task', '#complete': 'complete' },
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':task': 'restart' satisfies RunTask,
      ':true': true,
    },
  },
});

/** The action that sets or ends a task. */
export const taskAction = (campaignId: string, task: RunTask | undefined): TransactAction => ({
  Update: {
    Key: { ...runs.key({ campaign_id: campaignId }) },
    UpdateExpression: task === undefined ? 'REMOVE #task' : 'SET #task = :task',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#task': 'task' },
    ...(task !== undefined && { ExpressionAttributeValues: { ':task': task } }),
  },
});

/**
 * The actions that begin or continue the run of a campaign, for the transaction that makes it `sending`. The filter of the
 * segment is copied, so that a later change of the segment does not change the audience.
 */
export async function firstRunActions(before: Campaign, after: Campaign): Promise<readonly TransactAction[]> {
  const { id, brand_id, segment_id, started_at } = after;
  // A campaign that was paused or interrupted continues with its batches.
  const known = hasOpenRun(before) ? await runs.find({ campaign_id: id }) : undefined;
  if (known?.figures['recipients']) return [taskAction(id, 'restart')];
  const segment = segment_id === undefined ? undefined : await segments.find({ brand_id, id: segment_id });
  const run = { campaign_id: id, brand_id, started_at: started_at ?? after.updated_at };
  return [newRunAction({ ...run, ...(segment && { filter: segment.filter }) })];
}

const entitlement = 'campaign_sends';

/**
 * The actions that take the messages of all recipients from the allowance of the month, once. They fail if the campaign is no
 * longer being sent, so that messages of a paused or cancelled one are not taken.
 *
 * @throws ApiError payment_required if the allowance is too small for the whole campaign
 */
export const reservationActions = async (
  { id, brand_id: brandId }: Campaign,
  { figures }: CampaignRun,
  now: Date,
): Promise<readonly TransactAction[]> => [
  ...(await useEntitlement({
    brandId,
    name: entitlement,
    amount: figures['recipients'] ?? 0,
    now,
  })),
  sendsReservedAction(id, now),
  stillSending({ id, brand_id: brandId }),
];

/** The actions that give messages back that were not sent, in the month in which they were taken; negative: take them again. */
export const freeSends = async (
  { brand_id: brandId, sends_reserved_at: at }: CampaignRun,
  amount: number,
): Promise<readonly TransactAction[]> =>
  at === undefined
    ? []
    : adjustEntitlement({ brandId, name: entitlement, amount: -amount, now: new Date(at) });

/**
 * Checks the allowance before a campaign is sent or continued. The number of its recipients is known after its audience was
 * read; until then one message must be left.
 *
 * @throws ApiError payment_required
 */
export async function checkSends({ id, brand_id: brandId, status }: Campaign, now: Date): Promise<void> {
  const run = status === 'paused' ? await runs.find({ campaign_id: id }) : undefined;
  if (run?.sends_reserved_at !== undefined) return;
  const amount = Math.max(1, run?.complete ? (run.figures['recipients'] ?? 0) : 0);
  await checkEntitlement({ brandId, name: entitlement, amount, now });
}
