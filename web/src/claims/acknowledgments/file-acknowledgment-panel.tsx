import type {
  ImplementationAcknowledgment,
  ImplementationAcknowledgmentDetail,
} from '#claims/acknowledgments/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { useX12Texts } from '#web/claims/code/x12-texts.ts';
import { LaneBadge } from '#web/claims/lane/lane-badge.tsx';
import { payerName } from '#web/claims/payer/payers.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import type { PanelSteps } from '#web/data/address-state.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { codeText as codeOf } from '#web/text/x12-texts.ts';
import { acknowledgmentTexts as words } from './acknowledgment-texts.ts';
import { VerdictBadge } from './verdict-badge.tsx';

type AcknowledgedClaim = ImplementationAcknowledgmentDetail['claims'][number];

/** A 999 or TA1: what it acknowledges, its errors in words, and its claims page by page. */
export function FileAcknowledgmentPanel({ id, steps }: { readonly id: string; readonly steps: PanelSteps }) {
  const read = (cursor?: string) =>
    api('GET /api/999-acks/{id}', {
      id,
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
  const { data, error, refresh } = useQuery(`acknowledgments/999/${id}`, () => read(), { keep: false });
  const list = usePages<AcknowledgedClaim>(
    `acknowledgments/999/${id}/claims`,
    async (cursor) => {
      const page = await read(cursor);
      return { data: page.claims, next_cursor: page.next_cursor };
    },
    { keep: false },
  );
  return (
    <Panel
      title={data === undefined ? words.kinds : words.kindNames[data.kind]}
      note={data && <VerdictBadge verdict={data.verdict} />}
      {...steps}
    >
      {error !== undefined && data === undefined && <Failure error={error} onRetry={() => void refresh()} />}
      {error === undefined && data === undefined && <Loading rows={6} />}
      {data !== undefined && <Verdict acknowledgment={data} />}
      {list.rows.length > 0 && (
        <Section title={words.claimList}>
          <DataTable<AcknowledgedClaim>
            label={words.claimList}
            rows={list.rows}
            rowKey={({ claim_id, set }) => `${claim_id} ${set}`}
            columns={[
              {
                id: 'number',
                label: words.number,
                cell: ({ claim_id, patient_control_number }) => (
                  <Link to={`/claims/claim/${claim_id}`}>{patient_control_number}</Link>
                ),
              },
              {
                id: 'outcome',
                label: words.outcome,
                cell: ({ verdict, role, errors }) =>
                  [words.verdicts[verdict], role && words.roles[role], ...errors].filter(Boolean).join(', '),
              },
              { id: 'lane', label: words.lane, cell: ({ lane }) => lane && <LaneBadge lane={lane} /> },
            ]}
          />
          {list.hasMore && (
            <Button busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
              {words.more}
            </Button>
          )}
        </Section>
      )}
    </Panel>
  );
}

/** Returns the control numbers that a 999 or TA1 names. */
export const numbersText = ({
  interchange_control_number: interchange,
  group_control_number: group,
}: ImplementationAcknowledgment['acknowledged']): string =>
  [interchange && words.interchange(interchange), group && words.group(group)].filter(Boolean).join(', ');

function Verdict({ acknowledgment }: { readonly acknowledgment: ImplementationAcknowledgmentDetail }) {
  const { claim_counts, acknowledged, errors, findings, sets, file_id, batch_ids, received_at, sender } =
    acknowledgment;
  const codes = useX12Texts();
  const faulty = sets.filter(({ accepted }) => !accepted);
  return (
    <>
      <p>{words.summary(claim_counts.accepted, claim_counts.rejected)}</p>
      {batch_ids.length === 0 && (
        <Notice
          tone="warning"
          action={<Link to="/claims/unmatched?kind=acknowledgment">{words.toUnmatched}</Link>}
        >
          {words.noBatch}
        </Notice>
      )}
      {findings.map(({ code, message }) => (
        <Notice key={code} tone="warning">
          <span lang="en">{message}</span>
        </Notice>
      ))}
      <Facts
        facts={[
          { label: words.received, value: formatDateTime(received_at) },
          { label: words.sender, value: payerName(sender) },
          {
            label: words.acknowledged,
            value: numbersText(acknowledged),
          },
          {
            label: words.code,
            value: acknowledgment.code && codeOf(codes, 'acknowledgment', acknowledgment.code),
          },
          { label: words.errors, value: errors.map(codeText).join(', ') },
          {
            label: texts.submit.list.file,
            value: <Link to={`/claims/files/${file_id}`}>{words.openFile}</Link>,
          },
        ]}
      />
      {faulty.length > 0 && (
        <Section title={words.sets}>
          {faulty.map((set) => (
            <FaultySet key={set.set_control_number} set={set} />
          ))}
        </Section>
      )}
    </>
  );
}

function FaultySet({ set }: { readonly set: ImplementationAcknowledgmentDetail['sets'][number] }) {
  const names = useX12Texts();
  return (
    <div>
      <p>
        <strong>{words.set(set.set_control_number)}</strong> {set.errors.map(codeText).join(', ')}
      </p>
      <ul>
        {set.segments.map(({ segment, position, error, elements, patient_control_number }) => (
          <li key={position}>
            <strong>
              {words.segment([segment, names?.segments[segment]].filter(Boolean).join(' '), position)}
            </strong>
            : <span lang="en">{codeText(error)}</span>
            {elements.map(({ element, error: fault }) => {
              const place = `${segment}${String(element).padStart(2, '0')}`;
              return (
                <span key={element} lang="en">
                  {' '}
                  · {words.element([place, names?.elements[place]].filter(Boolean).join(' '))}:{' '}
                  {codeText(fault)}
                </span>
              );
            })}
            {patient_control_number !== undefined && ` (${patient_control_number})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

const codeText = ({ code, text }: { readonly code: string; readonly text?: string | undefined }): string =>
  text === undefined ? code : `${code}: ${text}`;
