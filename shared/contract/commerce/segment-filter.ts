import * as z from 'zod';
import { datetime, typedText, uuid } from '../fields.ts';
import { channels, consentStatuses } from './contacts.ts';

/** Conditions of a filter, groups included. Bounds the work for each contact. */
const maxConditions = 50;

/** An amount of money, which has at most two decimals. */
const amount = z
  .number()
  .min(0)
  .max(1e12)
  .refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), 'Has at most two decimal places')
  .meta({ openapi: { type: 'number', minimum: 0, maximum: 1e12, multipleOf: 0.01 } });
const count = z.int().min(0).max(1_000_000_000);
const days = z.int().min(0).max(36_500);
const words = typedText(100);

const bounded = { at_least: amount.optional(), at_most: amount.optional() };

const times = {
  /** Before this time, and from this time on. */
  before: datetime.optional(),
  from: datetime.optional(),
  /** At most, and more than, this many days before the evaluation. */
  within_days: days.optional(),
  before_days: days.optional(),
};

const time = <const Name extends string>(name: Name) => z.strictObject({ match: z.literal(name), ...times });
const place = <const Name extends string>(name: Name) =>
  z.strictObject({ match: z.literal(name), equals: words });

const conditions = [
  z.strictObject({ match: z.literal('tag'), equals: typedText(50) }),
  z.strictObject({
    match: z.literal('consent'),
    channel: z.enum(channels),
    /** `none`: the contact was never asked. */
    status: z.enum([...consentStatuses, 'none']),
  }),
  z.strictObject({ match: z.literal('address'), channel: z.enum(channels) }),
  z.strictObject({ match: z.literal('total_spent'), ...bounded }),
  z.strictObject({ match: z.literal('order_count'), at_least: count.optional(), at_most: count.optional() }),
  time('first_order'),
  time('last_order'),
  time('created'),
  z.strictObject({ match: z.literal('product'), product_id: uuid }),
  z.strictObject({ match: z.literal('stop'), stop_id: uuid }),
  place('city'),
  place('region'),
  place('postal_code'),
  place('country'),
] as const;

/** A filter of one level more: a condition, or a group of filters of `inner`. */
const groupsOf = <S extends z.ZodType>(inner: S) =>
  [
    z.strictObject({ match: z.literal('all'), filters: z.array(inner).min(1).max(maxConditions) }),
    z.strictObject({ match: z.literal('any'), filters: z.array(inner).min(1).max(maxConditions) }),
    z.strictObject({ match: z.literal('not'), filter: inner }),
  ] as const;

const condition = z.discriminatedUnion('match', conditions).meta({ id: 'SegmentCondition' });
const innermost = z
  .discriminatedUnion('match', [...conditions, ...groupsOf(condition)])
  .meta({ id: 'SegmentGroup' });
const middle = z
  .discriminatedUnion('match', [...conditions, ...groupsOf(innermost)])
  .meta({ id: 'SegmentGroups' });

/** Three levels of groups say everything that "any of these groups, but not those" needs. */
export const segmentFilter: z.ZodType<SegmentFilter, SegmentFilter> = z
  .discriminatedUnion('match', [...conditions, ...groupsOf(middle)])
  .refine((filter) => sizeOf(filter) <= maxConditions, {
    message: `A filter can have ${maxConditions} conditions and groups`,
  })
  .meta({ id: 'SegmentFilter' });

export type SegmentCondition = z.output<typeof condition>;
export type SegmentFilter =
  | SegmentCondition
  | { readonly match: 'all'; readonly filters: readonly SegmentFilter[] }
  | { readonly match: 'any'; readonly filters: readonly SegmentFilter[] }
  | { readonly match: 'not'; readonly filter: SegmentFilter };

function sizeOf(filter: SegmentFilter): number {
  if (filter.match === 'not') return 1 + sizeOf(filter.filter);
  if (filter.match !== 'all' && filter.match !== 'any') return 1;
  return filter.filters.reduce((sum, one) => sum + sizeOf(one), 1);
}
