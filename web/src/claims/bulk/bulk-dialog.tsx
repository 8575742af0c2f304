import { useState } from 'preact/hooks';
import type { BulkRun } from '#contract/claims/bulk/bulk-runs.ts';
import type { BulkOperation } from '#contract/claims/bulk/operations.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Failure } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';
import type { ClaimLane } from '../lane/lanes.ts';
import { BulkPreviewView } from './bulk-preview-view.tsx';
import { BulkRunView } from './bulk-run-view.tsx';
import { OperationForm } from './operation-form.tsx';
import { emptyInput, type OperationInput, type OperationKind, operationOf } from './operations.ts';
import { type PreviewResult, previewAll } from './preview.ts';
import './bulk.css';

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

  return (
    <Dialog
      wide
      title={words.title(words.operations[kind], selection.count)}
      onClose={() => onClose(step.name === 'run')}
      actions={
        <Actions
          step={step}
          isBusy={isBusy}
          onBack={() => setStep({ name: 'input' })}
          onPreview={preview}
          onStart={start}
          onClose={() => onClose(step.name === 'run')}
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
