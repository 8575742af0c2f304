import { useState } from 'preact/hooks';
import { type Finding, severities } from '#claims/claims/claim-fields.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { CodeLine } from '#web/components/code-line.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { language, texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import './finding-list.css';

const tones: Readonly<Record<Severity, Tone>> = {
  fatal: 'danger',
  error: 'danger',
  warning: 'warning',
  information: 'info',
};

const groupsShown = 30;
const placesShown = 3;

/** Findings by severity, each with a sentence, its segments with the element marked, and its code with the meaning. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  const [severity, setSeverity] = useAddressState<Severity | 'all'>('severity', 'all');
  const [shown, setShown] = useState(groupsShown);
  const words = texts.claim.findings;
  const countOf = (one: Severity) => findings.filter((finding) => finding.severity === one).length;
  const present = severities.filter((one) => countOf(one) > 0);
  const groups = groupedFindings(findings).filter(
    ({ first }) => severity === 'all' || first.severity === severity,
  );
  return (
    <div class="findings">
      {present.length > 1 && (
        <FilterChips<Severity | 'all'>
          label={words.bySeverity}
          value={severity}
          onChange={setSeverity}
          options={[
            { value: 'all', label: words.all, count: findings.length },
            ...present.map((one) => ({
              value: one,
              label: texts.claim.severities[one],
              count: countOf(one),
            })),
          ]}
        />
      )}
      {findings.some(({ value }) => value) && <p class="finding-code">{words.forms}</p>}
      <ul class="finding-list">
        {groups.slice(0, shown).map((group) => (
          <FindingItem key={group.key} group={group} />
        ))}
      </ul>
      {groups.length > shown && (
        <Button onClick={() => setShown(shown + groupsShown)}>{words.more(groups.length - shown)}</Button>
      )}
    </div>
  );
}

function FindingItem({ group: { first, places } }: { readonly group: FindingGroup }) {
  const [isOpen, setOpen] = useState(false);
  const codes = useX12Texts();
  const { id, severity, message } = first;
  const meaning = codes?.edit(id);
  // The service words its messages in English. In another language the meaning of the code comes first.
  const isTranslated = language !== 'en' && meaning !== undefined;
  const visible = isOpen ? places : places.slice(0, placesShown);
  return (
    <li class="finding">
      <div class="finding-head">
        <Badge tone={tones[severity]}>{texts.claim.severities[severity]}</Badge>
        <p class="finding-text" lang={isTranslated ? undefined : 'en'}>
          {isTranslated ? meaning : message}
        </p>
        {places.length > 1 && <span class="finding-code">{texts.claim.findings.places(places.length)}</span>}
      </div>
      {visible.map((finding) => (
        <SegmentStrip key={`${finding.reference} ${finding.byte_offset}`} finding={finding} />
      ))}
      {places.length > visible.length && (
        <Button kind="quiet" small onClick={() => setOpen(true)}>
          {texts.claim.findings.more(places.length - visible.length)}
        </Button>
      )}
      <p class="finding-code">
        <span class="finding-id">{id}</span>
        {isTranslated && <span lang="en">{message}</span>}
        {!isTranslated && meaning !== undefined && meaning !== message && <span>{meaning}</span>}
      </p>
    </li>
  );
}

type Severity = Finding['severity'];

/** Findings of one rule with one message, which differ in their place only. */
interface FindingGroup {
  readonly key: string;
  readonly first: Finding;
  readonly places: readonly Finding[];
}

/** Groups findings by rule and message, the worst severity first. */
function groupedFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = Map.groupBy(findings, ({ id, severity, message }) => `${severity} ${id} ${message}`);
  return [...groups]
    .flatMap(([key, places]) => (places[0] === undefined ? [] : [{ key, first: places[0], places }]))
    .toSorted((a, b) => severities.indexOf(a.first.severity) - severities.indexOf(b.first.severity));
}

/**
 * The segment of a finding with the faulty element marked, and the name of its place. The API gives the form of the faulty value
 * only, so all elements are shown as dots.
 */
function SegmentStrip({ finding }: { readonly finding: Finding }) {
  const names = useX12Texts();
  const { segment, element, component, loop, segment_index, value } = finding;
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
          value && words.form(value),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

const unknown = '…';

/** The segment up to the faulty element: `NM1*…*…*…`. A missing element is empty. */
function segmentText({ segment = '', element = 0, component = 1, value }: Finding): string {
  const before = Array.from({ length: Math.max(0, element - 1) }, () => unknown);
  const parts = [...Array.from({ length: component - 1 }, () => unknown), value && unknown];
  return [segment, ...before, ...(element > 0 ? [parts.join(':')] : [])].join('*');
}
