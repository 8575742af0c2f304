import { useEffect, useState } from 'preact/hooks';
import type { SegmentFilter } from '#contract/commerce/segment-filter.ts';
import { errorText } from '#web/api/error-text.ts';
import { useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { countPeople } from './count-people.ts';

const delayMs = 400;

/** The people of a filter that is being written, counted when the person pauses. */
export function LiveCount({ filter }: { readonly filter: SegmentFilter | undefined }) {
  const brand = useBrand();
  const words = texts.customers.segment;
  const written = filter && JSON.stringify(filter);
  const [settled, setSettled] = useState(filter);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(filter), delayMs);
    return () => clearTimeout(timer);
  }, [written]);
  const key = settled && `segments/preview?filter=${JSON.stringify(settled)}`;
  const count = useQuery(
    key,
    () => {
      if (!settled) throw new TypeError('A count needs a filter');
      return countPeople(brand.id, settled);
    },
    { keep: false },
  );
  const isCurrent = written === (settled && JSON.stringify(settled));
  return (
    <div class="live-count" role="status">
      {!filter && <p>{words.incomplete}</p>}
      {filter && count.error !== undefined && <p>{errorText(count.error).title}</p>}
      {filter && (!isCurrent || count.isLoading) && <p>{words.counting}</p>}
      {filter && isCurrent && count.data && (
        <>
          <p class="live-count-figure">
            {words.counted(count.data.matched, formatNumber(count.data.email), formatNumber(count.data.sms))}
          </p>
          {count.data.sample.length > 0 && <p>{words.sample(count.data.sample.join(', '))}</p>}
        </>
      )}
    </div>
  );
}
