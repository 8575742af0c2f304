import './bulk.css';
import { useState } from 'preact/hooks';
import type { BulkOperation, BulkPreview, BulkRun } from '#claims/bulk/contract.ts';
import { decidedLanes } from '#contract/claims/state-names.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { codeMeaning, fieldName, fieldValue } from '#web/claims/code/field-name.ts';
import { useX12Texts } from '#web/claims/code/x12-texts.ts';
import type { ClaimLane } from '#web/claims/lane/lanes.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, FieldRow, Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Failure } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';
import { BulkRunView, LaneChange } from './bulk-run-view.tsx';
import {
  emptyInput,
  inverseOf,
  type OperationInput,
  type OperationKind,
  operationOf,
  type ReleaseLane,
  ruleFields,
} from './operations.ts';
import { changedBy, reportRun, runOperation } from './run-operation.ts';
import { skipText } from './skip-text.ts';

/** The claims of an operation: by id, or all of a lane. */
export type Selection = { readonly count: number } & (
  | { readonly claim_ids: readonly string[] }
  | { readonly filter: { readonly lane: Exclude<ClaimLane, 'closed'> } }
);

type Step =
  | { readonly name: 'input' }
  | { readonly name: 'preview'; readonly operation: BulkOperation; readonly result: PreviewResult }
  | { readonly name: 'run'; readonly run: BulkRun };

/** Works on many claims: input where the operation needs some, then the preview, then the run with its results. */
export function BulkDialog({
  kind,
  selection,
  onClose,
}: {
  readonly kind: OperationKind;
  readonly selection: Selection;
  /** `hasChanged` after a run, even if it was stopped. */
  readonly onClose: (hasChanged: boolean) => void;
}) {
  const [input, setInput] = useState<OperationInput>(emptyInput);
  const [missing, setMissing] = useState<'reason' | 'rule'>();
  const [step, setStep] = useState<Step>({ name: 'input' });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const words = texts.board.bulk;

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await work().catch(setError);
    setBusy(false);
  };
  const preview = () => {
    const operation = operationOf(kind, input);
    if ('missing' in operation) return setMissing(operation.missing);
    setMissing(undefined);
    void attempt(async () => {
      const result = await previewAll({ operation, selection: targetOf(selection) });
      setStep({ name: 'preview', operation, result });
    });
  };
  const start = (operation: BulkOperation) =>
    void attempt(async () => {
      const run = await api('POST /api/bulk-runs', { operation, selection: targetOf(selection) });
      setStep({ name: 'run', run });
    });

  const close = () => {
    if (step.name === 'run') offerUndo(kind, step.run);
    onClose(step.name === 'run');
  };

  return (
    <Dialog
      wide
      title={words.title(words.operations[kind], selection.count)}
      onClose={close}
      actions={
        <Actions
          step={step}
          isBusy={isBusy}
          onBack={() => setStep({ name: 'input' })}
          onPreview={preview}
          onStart={start}
          onClose={close}
        />
      }
    >
      {error !== undefined && <Failure error={error} />}
      {step.name === 'input' && (
        <OperationForm kind={kind} input={input} missing={missing} onChange={setInput} onSubmit={preview} />
      )}
      {step.name === 'preview' && <BulkPreviewView result={step.result} />}
      {step.name === 'run' && (
        <BulkRunView run={step.run} onChange={(run) => setStep({ name: 'run', run })} />
      )}
    </Dialog>
  );
}

/** Shows what a finished run changed, with the way back where there is one. */
function offerUndo(kind: OperationKind, run: BulkRun): void {
  const inverse = inverseOf(kind);
  if (inverse === undefined || run.finished_at === null) return;
  reportRun(run, async () => {
    await runOperation(inverse, await changedBy(run));
  });
}

function Actions({
  step,
  isBusy,
  onBack,
  onPreview,
  onStart,
  onClose,
}: {
  readonly step: Step;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onPreview: () => void;
  readonly onStart: (operation: BulkOperation) => void;
  readonly onClose: () => void;
}) {
  const words = texts.board.bulk;
  if (step.name === 'input') {
    return (
      <Button kind="primary" busy={isBusy} onClick={onPreview}>
        {words.preview}
      </Button>
    );
  }
  if (step.name === 'run') return <Button onClick={onClose}>{words.close}</Button>;
  const { changing, hasMore } = step.result;
  return (
    <>
      <Button onClick={onBack}>{words.back}</Button>
      <Button
        kind="primary"
        busy={isBusy}
        reason={changing === 0 && !hasMore ? words.nothing : undefined}
        onClick={() => onStart(step.operation)}
      >
        {hasMore ? words.runAll : words.run(changing)}
      </Button>
    </>
  );
}

const targetOf = (selection: Selection): ApiInput<'POST /api/bulk-runs'>['selection'] =>
  'filter' in selection ? { filter: selection.filter } : { claim_ids: selection.claim_ids };

/** How many claims an operation would change, and what it would do to each. */
function BulkPreviewView({ result }: { readonly result: PreviewResult }) {
  const words = texts.board.bulk;
  const { claims, changing, skipped, hasMore } = result;
  return (
    <>
      <p class="bulk-sum" role="status">
        <strong>{words.willChange(changing)}</strong>
        {skipped > 0 && ` · ${words.willSkip(skipped)}`}
      </p>
      {hasMore && <Notice>{words.firstOnly}</Notice>}
      <DataTable<BulkPreview>
        label={words.preview}
        rows={claims}
        rowKey={({ claim_id }) => claim_id}
        columns={[
          {
            id: 'claim',
            label: words.claim,
            cell: ({ patient_control_number, claim_id }) => patient_control_number ?? claim_id,
          },
          {
            id: 'outcome',
            label: words.outcome,
            cell: (claim) =>
              claim.outcome === 'skip' ? (
                `${words.skip}: ${skipText(claim)}`
              ) : (
                <LaneChange from={claim.from} to={claim.to} />
              ),
          },
          { id: 'change', label: words.change, cell: (claim) => <Changes claim={claim} /> },
        ]}
      />
    </>
  );
}

function Changes({
  claim: { changes = [], creates_correction, errors = 0 },
}: {
  readonly claim: BulkPreview;
}) {
  const codes = useX12Texts();
  const words = texts.board.bulk;
  const shown = (path: string, value: string | null) =>
    value === null ? words.none : fieldValue(path, value, codes);
  return (
    <>
      {changes.map(({ path, before, after }) => (
        <span key={path} class="bulk-change">
          {fieldName(path)}: <del>{shown(path, before)}</del> <ins>{shown(path, after)}</ins>
        </span>
      ))}
      {creates_correction && <span class="bulk-change">{words.newClaim}</span>}
      {errors > 0 && <span class="bulk-change">{words.after(errors)}</span>}
    </>
  );
}

/** What an operation needs from the person: a reason, a lane, or new values. */
function OperationForm({
  kind,
  input,
  missing,
  onChange,
  onSubmit,
}: {
  readonly kind: OperationKind;
  readonly input: OperationInput;
  /** The value that the last attempt lacked. */
  readonly missing: 'reason' | 'rule' | undefined;
  readonly onChange: (input: OperationInput) => void;
  readonly onSubmit: () => void;
}) {
  const codes = useX12Texts();
  const { lanes } = texts.board;
  const words = texts.board.bulk;
  return (
    <Form onSubmit={onSubmit}>
      <p>{words.explain[kind]}</p>
      {(kind === 'hold' || kind === 'dismiss') && (
        <TextField
          label={words.reason}
          hint={words.reasonHint}
          value={input.reason}
          required={kind === 'dismiss'}
          optional={kind === 'hold'}
          maxLength={200}
          autoFocus
          error={missing === 'reason' ? words.reasonNeeded : undefined}
          onChange={(reason) => onChange({ ...input, reason })}
        />
      )}
      {kind === 'release' && (
        <SelectField<ReleaseLane | ''>
          label={words.lane}
          hint={words.laneHint}
          value={input.lane}
          options={[
            { value: '', label: words.laneUnsent },
            ...decidedLanes.map((value) => ({ value, label: lanes[value] })),
          ]}
          onChange={(lane) => onChange({ ...input, lane })}
        />
      )}
      {kind === 'correct' && (
        <>
          <FieldRow>
            {ruleFields.map((name, index) => (
              <TextField
                key={name}
                label={words.fields[name]}
                value={input.rule[name] ?? ''}
                code={name !== 'payer_name'}
                hint={
                  codeMeaning(name, input.rule[name] ?? '', codes) ??
                  (index === 0 ? words.fieldsHint : undefined)
                }
                error={index === 0 && missing === 'rule' ? words.fieldNeeded : undefined}
                onChange={(value) => onChange({ ...input, rule: { ...input.rule, [name]: value } })}
              />
            ))}
          </FieldRow>
          <CheckField
            label={words.sent}
            value={input.alsoSent}
            onChange={(alsoSent) => onChange({ ...input, alsoSent })}
          />
        </>
      )}
    </Form>
  );
}

/** What an operation would change, claim by claim. */
interface PreviewResult {
  readonly claims: readonly BulkPreview[];
  readonly changing: number;
  readonly skipped: number;
  /** Only the first claims of a large selection are previewed. */
  readonly hasMore: boolean;
}

const maxPreviewed = 500;

/** Previews an operation on the first 500 claims of a selection. Changes nothing. */
async function previewAll(request: ApiInput<'POST /api/bulk-runs/preview'>): Promise<PreviewResult> {
  const previewed: BulkPreview[] = [];
  let cursor: string | undefined;
  do {
    const page = await api('POST /api/bulk-runs/preview', request, { query: { limit: 100, cursor } });
    previewed.push(...page.data);
    cursor = page.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined && previewed.length < maxPreviewed);
  const changing = previewed.filter(({ outcome }) => outcome === 'change').length;
  return {
    claims: previewed,
    changing,
    skipped: previewed.length - changing,
    hasMore: cursor !== undefined,
  };
}
