import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BatchCandidate, ClaimCandidate, UnmatchedItemDetail } from '#claims/unmatched/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { dollars } from '#web/claims/dollars.ts';
import { LaneBadge } from '#web/claims/lane/lane-badge.tsx';
import { payerName } from '#web/claims/payer/payers.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { formatDate, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** What a response is attached to. */
export interface Target {
  readonly name: string;
  readonly claimId?: string;
  readonly batchId?: string;
}

/** The claims or batches that may be meant, likeliest first, each with what agrees and what differs. */
export function Candidates(props: {
  readonly item: UnmatchedItemDetail;
  /** Why nothing can be attached. */
  readonly reason: string | undefined;
  readonly onAttach: (target: Target) => void;
}) {
  const { item, reason, onAttach } = props;
  const words = texts.unmatched.candidates;
  const isBatch = item.kind === 'acknowledgment';
  const isEmpty = isBatch ? item.batch_candidates.length === 0 : item.candidates.length === 0;
  return (
    <Section title={isBatch ? words.batches : words.title}>
      {isEmpty && (
        <Empty
          icon="search"
          title={words.none}
          text={words.noneText}
          action={<LinkButton to="/claims/search">{words.toSearch}</LinkButton>}
        />
      )}
      <ol class="candidates">
        {isBatch
          ? item.batch_candidates.map((batch) => (
              <BatchCard
                key={batch.batch_id}
                batch={batch}
                reason={reason}
                onAttach={() => onAttach({ name: batch.group_control_number, batchId: batch.batch_id })}
              />
            ))
          : item.candidates.map((claim) => (
              <ClaimCard
                key={claim.claim_id}
                claim={claim}
                reason={reason}
                onAttach={() => onAttach({ name: claim.patient_control_number, claimId: claim.claim_id })}
              />
            ))}
      </ol>
      {!isBatch && <OtherClaim reason={reason} onAttach={onAttach} />}
    </Section>
  );
}

interface CardProps {
  readonly reason: string | undefined;
  readonly onAttach: () => void;
}

function ClaimCard({ claim, ...rest }: CardProps & { readonly claim: ClaimCandidate }) {
  const columns = texts.board.columns;
  return (
    <Card
      {...rest}
      name={<Link to={`/claims/claim/${claim.claim_id}`}>{claim.patient_control_number}</Link>}
      badge={<LaneBadge lane={claim.lane} />}
      score={claim.score}
      reasons={claim.reasons}
      differs={claim.differs_in}
      facts={[
        { label: columns.charge, value: dollars(claim.total_charge) },
        { label: columns.paid, value: claim.paid === undefined ? undefined : dollars(claim.paid) },
        { label: columns.service, value: claim.service_from && formatDate(claim.service_from) },
        { label: columns.payer, value: payerName(claim.payer_id) },
      ]}
    />
  );
}

function BatchCard({ batch, ...rest }: CardProps & { readonly batch: BatchCandidate }) {
  const words = texts.unmatched;
  return (
    <Card
      {...rest}
      name={batch.group_control_number}
      badge={words.candidates[batch.direction]}
      score={batch.score}
      reasons={batch.reasons}
      differs={[]}
      facts={[
        { label: words.facts.received, value: formatDateTime(batch.at) },
        { label: texts.submit.list.interchange, value: batch.interchange_control_number },
        { label: words.facts.sender, value: `${batch.sender} → ${batch.receiver}` },
      ]}
    />
  );
}

function Card(
  props: CardProps & {
    readonly name: ComponentChildren;
    readonly badge: ComponentChildren;
    readonly score: number;
    readonly reasons: readonly string[];
    readonly differs: readonly string[];
    readonly facts: Parameters<typeof Facts>[0]['facts'];
  },
) {
  const words = texts.unmatched.candidates;
  return (
    <li class="candidate">
      <div class="candidate-head">
        <h3>{props.name}</h3>
        {props.badge}
        <Button icon="link" reason={props.reason} reasonAs="tip" onClick={props.onAttach}>
          {words.attach}
        </Button>
      </div>
      <Progress
        label={words.score(props.score)}
        value={props.score}
        max={100}
        tone={props.score >= 70 ? 'good' : 'warning'}
      />
      <p>
        <strong>{words.why}:</strong> {factNames(props.reasons)}
      </p>
      {props.differs.length > 0 && (
        <p class="candidate-differs">
          <strong>{words.differs}:</strong> {factNames(props.differs)}
        </p>
      )}
      <Facts wide facts={props.facts} />
    </li>
  );
}

function factNames(facts: readonly string[]): string {
  const known: Readonly<Record<string, string>> = texts.unmatched.factNames;
  return facts.map((fact) => known[fact] ?? fact).join(', ');
}

/** Attaches a response to a claim that is not among the candidates, by the id of the claim. */
function OtherClaim(props: {
  readonly reason: string | undefined;
  readonly onAttach: (target: Target) => void;
}) {
  const [id, setId] = useState('');
  const words = texts.unmatched.candidates;
  const find = useAction(async () => {
    const claim = await api('GET /api/claims/{id}', { id: id.trim() });
    props.onAttach({ name: claim.patient_control_number, claimId: claim.id });
  });
  return (
    <details>
      <summary>{words.otherClaim}</summary>
      <Form
        error={find.error}
        onSubmit={() => find.run()}
        actions={
          <Button type="submit" icon="link" busy={find.isRunning} reason={props.reason}>
            {words.attachOther}
          </Button>
        }
      >
        <TextField
          label={words.otherClaim}
          name="id"
          hint={words.otherClaimHint}
          code
          value={id}
          onChange={setId}
        />
      </Form>
    </details>
  );
}
