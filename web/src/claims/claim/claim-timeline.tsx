import type { ClaimDetail, TimelineEntry } from '#claims/claims/claim-fields.ts';
import { Link } from '#web/app/router.ts';
import { actorName } from '#web/claims/people.ts';
import { Section } from '#web/components/page.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { texts } from '#web/text/texts.ts';
import { codeText, type X12Texts } from '#web/text/x12-texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { AdjustmentTable } from './claim-money.tsx';
import { newestPayment, type Payment, timelineEvents, toneOfEvent } from './timeline-events.ts';

/** What happened to a claim from draft to payment, newest first. */
export function ClaimTimeline({ claim }: { readonly claim: ClaimDetail }) {
  const newest = newestPayment(claim)?.remittanceId;
  return (
    <Section title={texts.claim.sections.timeline} kind="card">
      <Timeline
        label={texts.claim.sections.timeline}
        events={timelineEvents(claim).map(({ entry, payment }, place) => ({
          id: `${entry.audit_entry_id ?? ''}-${place}`,
          at: entry.at,
          title: eventName(entry.event),
          detail: <EventDetail entry={entry} payment={payment} isNewest={payment?.remittanceId === newest} />,
          tone: toneOfEvent(entry.event),
          by: entry.actor && actorName(entry.actor),
        }))}
      />
    </Section>
  );
}

function EventDetail({
  entry,
  payment,
  isNewest,
}: {
  readonly entry: TimelineEntry;
  readonly payment: Payment | undefined;
  /** The section about money shows the adjustments of the newest payment. */
  readonly isNewest: boolean;
}) {
  const source = sourceOf(entry, payment);
  const codes = useX12Texts();
  const words = factsOf(entry, payment, codes).join(' · ');
  return (
    <>
      {words !== '' && <p>{words}</p>}
      {source && (
        <p>
          <Link to={source.to}>{source.label}</Link>
        </p>
      )}
      {payment !== undefined && !isNewest && payment.adjustments.length > 0 && (
        <AdjustmentTable adjustments={payment.adjustments} />
      )}
    </>
  );
}

function eventName(event: string): string {
  const names: Readonly<Record<string, string>> = texts.claim.events;
  return names[event] ?? event;
}

function factsOf(
  entry: TimelineEntry,
  payment: Payment | undefined,
  codes: X12Texts | undefined,
): readonly string[] {
  const words = texts.claim.timeline;
  const { from, to, errors, code, audit_entry_id: audit } = entry;
  const lanes: Readonly<Record<string, string>> = texts.board.lanes;
  const lane = typeof to === 'string' && to !== from ? lanes[to] : undefined;
  return [
    payment && words.amounts(dollars(payment.paid), dollars(payment.charge)),
    payment && payment.patientResponsibility > 0 && words.patient(dollars(payment.patientResponsibility)),
    typeof errors === 'number' && errors > 0 && words.errors(errors),
    Array.isArray(entry['changes']) && words.members(entry['changes'].length),
    typeof code === 'string' && words.code(codeText(codes, 'status', code)),
    lane !== undefined && words.lane(lane),
    audit !== undefined && words.audit(audit),
  ].filter((word) => typeof word === 'string');
}

/** The page of the file, submission or remittance behind an event. */
function sourceOf(
  entry: TimelineEntry,
  payment: Payment | undefined,
): { readonly to: string; readonly label: string } | undefined {
  const { related } = texts.claim;
  const file = entry['file_id'];
  const submission = entry['submission_id'];
  if (payment !== undefined)
    return { to: `/claims/remittances/${payment.remittanceId}`, label: related.remittance };
  if (typeof submission === 'string')
    return { to: `/claims/submissions?id=${submission}`, label: related.submission };
  if (typeof file === 'string') return { to: `/claims/files/${file}`, label: related.file };
  return undefined;
}
