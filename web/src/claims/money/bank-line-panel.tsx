import { useState } from 'preact/hooks';
import { type ApiData, api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { CheckField, Form, TextAreaField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';
import { actorName } from '../audit/names.ts';
import { dollars } from '../dollars.ts';
import { sumOf } from '../remittances/cuts.ts';
import { BankLineBadge } from './bank-line-badge.tsx';

/** A bank line with the remittances that may belong to it; matches and unmatches them with a reason. */
export function BankLinePanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const line = useQuery(`money/lines/${id}`, () => api('GET /api/bank-lines/{id}', { id }), {
    keep: false,
  });
  const { data, error } = line;
  return (
    <Panel
      title={data === undefined ? texts.money.tabs.bank : texts.money.line.title(dollars(data.amount))}
      note={data && <BankLineBadge state={data.state} />}
      onClose={onClose}
    >
      {error !== undefined && data === undefined && (
        <Failure error={error} onRetry={() => void line.refresh()} />
      )}
      {line.isLoading && <Loading rows={6} />}
      {data !== undefined && (
        <>
          <LineFacts line={data} />
          {data.state === 'matched' ? <Matched line={data} /> : <Match key={data.version} line={data} />}
        </>
      )}
    </Panel>
  );
}

function LineFacts({ line }: { readonly line: ApiData<'GET /api/bank-lines/{id}'> }) {
  const words = texts.money;
  const { date, trace, description, account, matched_by, difference, reason, decided_by, decided_at } = line;
  return (
    <Facts
      facts={[
        { label: words.lines.date, value: formatDate(date) },
        { label: words.lines.description, value: description },
        { label: words.lines.trace, value: trace },
        { label: words.lines.account, value: account },
        {
          label: words.lines.state,
          value: matched_by && words.line.matchedText(words.line.matchedBy[matched_by]),
        },
        { label: words.line.difference, value: difference === undefined ? undefined : dollars(difference) },
        {
          label: words.line.decided,
          value:
            decided_by &&
            [reason, actorName(decided_by), decided_at && formatDateTime(decided_at)]
              .filter(Boolean)
              .join(' · '),
        },
      ]}
    />
  );
}

function Match({ line }: { readonly line: ApiData<'GET /api/bank-lines/{id}'> }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [accepts, setAccepts] = useState(false);
  const words = texts.money.line;
  const match = useAction(
    async () => {
      await api(
        'POST /api/bank-lines/{id}/match',
        { id: line.id, remittance_ids: chosen, reason, ...(accepts && { accept_difference: true }) },
        { ifMatch: line },
      );
      refreshAll('money/');
    },
    { done: words.done.match },
  );
  const sum = sumOf(
    line.candidates
      .filter(({ deposit }) => chosen.includes(deposit.remittance_id))
      .map(({ deposit }) => deposit.amount),
  );
  const toggle = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  if (line.candidates.length === 0)
    return <Empty icon="remittance" title={words.none} text={words.noneText} />;
  return (
    <Section title={words.candidates}>
      <Form
        error={match.error}
        onSubmit={() => match.run()}
        actions={
          <Button
            kind="primary"
            type="submit"
            busy={match.isRunning}
            reason={billerReason() ?? (chosen.length === 0 ? words.chooseFirst : undefined)}
          >
            {words.match}
          </Button>
        }
      >
        {line.candidates.map(({ deposit, why }) => (
          <CheckField
            key={deposit.remittance_id}
            label={`${dollars(deposit.amount)} · ${deposit.payer_name} · ${formatDate(deposit.date)}`}
            hint={[deposit.trace, why.map((fact) => words.why[fact]).join(', ')].filter(Boolean).join(' · ')}
            value={chosen.includes(deposit.remittance_id)}
            onChange={(isChosen) => toggle(deposit.remittance_id, isChosen)}
          />
        ))}
        {chosen.length > 0 && <p>{words.sum(dollars(sum), dollars(line.amount))}</p>}
        {chosen.length > 0 && sum !== line.amount && (
          <CheckField label={words.accept} name="accept_difference" value={accepts} onChange={setAccepts} />
        )}
        <ReasonField value={reason} onChange={setReason} />
      </Form>
    </Section>
  );
}

function Matched({ line }: { readonly line: ApiData<'GET /api/bank-lines/{id}'> }) {
  const [reason, setReason] = useState('');
  const words = texts.money.line;
  const unmatch = useAction(
    async () => {
      await api('POST /api/bank-lines/{id}/unmatch', { id: line.id, reason }, { ifMatch: line });
      refreshAll('money/');
    },
    { done: words.done.unmatch },
  );
  return (
    <Section title={words.remittances}>
      <ul>
        {line.remittance_ids.map((id) => (
          <li key={id}>
            <Link to={`/claims/remittances/${id}`}>{words.open}</Link>
          </li>
        ))}
      </ul>
      <Form
        error={unmatch.error}
        onSubmit={() => unmatch.run()}
        actions={
          <Button type="submit" icon="undo" busy={unmatch.isRunning} reason={billerReason()}>
            {words.unmatch}
          </Button>
        }
      >
        <ReasonField value={reason} onChange={setReason} />
      </Form>
    </Section>
  );
}

const ReasonField = (props: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <TextAreaField
    label={texts.money.line.reason}
    name="reason"
    hint={texts.money.line.reasonHint}
    required
    rows={2}
    {...props}
  />
);
