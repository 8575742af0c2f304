import { useState } from 'preact/hooks';
import type { UnmatchedItemDetail } from '#contract/claims/unmatched/records.ts';
import type { ApiInput } from '#web/api/api.ts';
import { FieldRow, MoneyField, SelectField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { DecisionDialog } from '../decision/decision-dialog.tsx';
import type { Target } from './target.ts';

type Outcome = NonNullable<ApiInput<'POST /api/unmatched/{id}/attach'>['outcome']> | 'derived';

/** Asks for the reason of an attachment; for an unbalanced payment, also for the amounts of the EOB. */
export function AttachDialog(props: {
  readonly item: UnmatchedItemDetail;
  readonly target: Target;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly onAttach: (input: ApiInput<'POST /api/unmatched/{id}/attach'>) => void;
  readonly onClose: () => void;
}) {
  const { item, target, isRunning, error, onAttach, onClose } = props;
  const isUnbalanced = item.reason === 'claim_unbalanced';
  const [paid, setPaid] = useState(item.paid);
  const [patient, setPatient] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>('derived');
  const words = texts.unmatched;
  const { outcomes } = words;
  return (
    <DecisionDialog
      title={words.attachTitle(target.name)}
      text={isUnbalanced ? words.attachUnbalanced : words.attachText}
      action={words.candidates.attach}
      reasons={['verified_with_payer', 'verified_on_eob', 'verified_in_bank', 'other']}
      isRunning={isRunning}
      error={error}
      onClose={onClose}
      onDecide={(decision) =>
        onAttach({
          id: item.id,
          ...decision,
          ...(target.claimId !== undefined && { claim_id: target.claimId }),
          ...(target.batchId !== undefined && { batch_id: target.batchId }),
          ...(isUnbalanced && paid !== undefined && { paid }),
          ...(isUnbalanced && patient !== undefined && { patient_responsibility: patient }),
          ...(isUnbalanced && outcome !== 'derived' && { outcome }),
        })
      }
    >
      {isUnbalanced && (
        <FieldRow>
          <MoneyField label={words.paid} name="paid" currency="USD" value={paid} onChange={setPaid} />
          <MoneyField
            label={words.patientOwes}
            name="patient_responsibility"
            currency="USD"
            optional
            value={patient}
            onChange={setPatient}
          />
          <SelectField<Outcome>
            label={words.outcome}
            name="outcome"
            value={outcome}
            onChange={setOutcome}
            options={[
              { value: 'derived', label: outcomes.derived },
              { value: 'paid', label: outcomes.paid },
              { value: 'underpaid', label: outcomes.underpaid },
              { value: 'denied', label: outcomes.denied },
            ]}
          />
        </FieldRow>
      )}
    </DecisionDialog>
  );
}
