import type { FileDetail } from '#contract/claims/files.ts';
import { formatNumber } from '#web/text/format.ts';
import { language, texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';

type Reason = FileDetail['reasons'][number];

/** Why the file, or a part of it, was left out, with the place of each fault. */
export function FileReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const codes = useX12Texts();
  return (
    <ul class="file-reasons">
      {reasons.map((reason, index) => {
        const meaning = language === 'en' ? undefined : codes?.edit(reason.code);
        return (
          <li class="file-reason" key={index}>
            <p>
              {meaning ?? <span lang="en">{reason.message}</span>}{' '}
              <span class="file-reason-code">{reason.code}</span>
            </p>
            <p class="file-reason-place">{placeOf(reason)}</p>
          </li>
        );
      })}
    </ul>
  );
}

function placeOf({ interchange, group, transaction, segment, segment_index, byte_offset }: Reason): string {
  const { place } = texts.files;
  return [
    interchange && `${place.interchange} ${interchange}`,
    group && `${place.group} ${group}`,
    transaction && `${place.transaction} ${transaction}`,
    segment && `${place.segment} ${[segment, segment_index].filter((part) => part !== undefined).join(' ')}`,
    byte_offset !== undefined && `${place.byte} ${formatNumber(byte_offset)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
