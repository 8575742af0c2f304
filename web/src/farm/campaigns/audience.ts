import type { Campaign } from '#commerce/campaigns/contract.ts';
import { useSegmentCount, useSegments } from '#web/farm/segments/segment-list.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { campaignTexts } from './campaign-texts.ts';

/** Whom a campaign is for. */
export interface Audience {
  /** In words, such as: 42 people can get this by E-mail. */
  readonly text: string;
  readonly segmentName: string | undefined;
  /** People of the segment whom the channel reaches, and single people; undefined while they are counted. */
  readonly count: number | undefined;
}

/** Counts the people whom a campaign reaches now. */
export function useAudience(
  target:
    | (Pick<Campaign, 'type' | 'segment_id'> & { readonly contact_ids?: readonly string[] | undefined })
    | undefined,
): Audience {
  const brand = useBrand();
  const segments = useSegments(brand.id);
  const segment = segments.data?.find(({ id }) => id === target?.segment_id);
  const count = useSegmentCount(segment);
  const words = campaignTexts;
  const single = target?.contact_ids?.length ?? 0;
  if (!target || (target.segment_id === undefined && single === 0))
    return { text: words.noAudience, segmentName: undefined, count: 0 };
  const isUnread = target.segment_id !== undefined && segments.data === undefined;
  const known = segment ? count.data?.[target.type] : 0;
  const reached = isUnread ? undefined : known;
  const parts = [
    segment && words.reach(reached ?? 0, words.byType[target.type]),
    single > 0 && words.reachPlus(single),
  ];
  return {
    text: reached === undefined ? texts.customers.segment.counting : parts.filter(Boolean).join(', '),
    segmentName: segment?.name,
    count: reached === undefined ? undefined : reached + single,
  };
}
