import type { Finding } from '#contract/claims/claim-records.ts';
import { CodeLine } from '#web/components/code-line.tsx';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import './segment-strip.css';

/**
 * The segment of a finding with the faulty element marked, and the name of its place. The API gives only the faulty value,
 * masked, so the elements before it are shown as dots.
 */
export function SegmentStrip({ finding }: { readonly finding: Finding }) {
  const names = useX12Texts();
  const { segment, element, component, loop, segment_index } = finding;
  if (segment === undefined) return null;
  const place = element === undefined ? segment : `${segment}${String(element).padStart(2, '0')}`;
  const words = texts.claim.findings;
  return (
    <div class="segment-strip">
      <CodeLine
        segment={segmentText(finding)}
        element={element}
        component={component}
        position={segment_index}
      />
      <p class="segment-place">
        {[
          component === undefined ? place : `${place}-${component}`,
          names?.elements[place] ?? names?.segments[segment],
          loop && words.loop(loop),
          segment_index !== undefined && words.segmentNumber(segment_index),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

const unknown = '…';

/** The segment up to the faulty element: `NM1*…*…*A999`. */
function segmentText({ segment = '', element = 0, component = 1, value = '' }: Finding): string {
  const before = Array.from({ length: Math.max(0, element - 1) }, () => unknown);
  const parts = [...Array.from({ length: component - 1 }, () => unknown), value];
  return [segment, ...before, ...(element > 0 ? [parts.join(':')] : [])].join('*');
}
