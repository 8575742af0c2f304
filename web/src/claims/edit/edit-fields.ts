import { tidyCode, tidyDiagnosis } from '#web/components/field-rules.ts';
import { texts } from '#web/text/texts.ts';
import type { Path } from './content-tree.ts';

/** How a value of the content is entered. `words` is a list of texts, `places` a list of numbers, each parted by blanks. */
export type FieldKind =
  | 'text'
  | 'code'
  | 'date'
  | 'money'
  | 'number'
  | 'gender'
  | 'unit'
  | 'words'
  | 'places';

/** A field of the edit form and the value of the content that it shows. */
export interface EditField {
  readonly path: Path;
  readonly kind: FieldKind;
  readonly label: string;
  readonly hint?: string;
  /** How the value is written in a claim. */
  readonly tidy?: (text: string) => string;
}

type FieldName = keyof typeof texts.claim.fields;

/** A part of the edit form. */
export interface EditSection {
  readonly id: keyof typeof texts.claim.edit.legend;
  readonly fields: readonly EditField[];
}

/** A field at a path, named by its last member unless another name fits better. */
function field(path: Path, kind: FieldKind, name?: FieldName): EditField {
  const { fields, fieldHints } = texts.claim;
  const last = String(path.at(-1));
  const names: Readonly<Record<string, string>> = fields;
  const hints: Readonly<Record<string, string>> = fieldHints;
  const hint = hints[last];
  return {
    path,
    kind,
    label: (name === undefined ? names[last] : fields[name]) ?? last,
    ...(hint !== undefined && { hint }),
  };
}

const address = (party: string): readonly EditField[] => [
  field([party, 'address', 'line1'], 'text'),
  field([party, 'address', 'city'], 'text'),
  { ...field([party, 'address', 'state'], 'code'), tidy: tidyCode },
  field([party, 'address', 'zip'], 'code'),
];

/** The fields of a claim without its diagnoses and lines. `has` names optional parties that the form shows. */
export function editSections(has: {
  readonly patient: boolean;
  readonly rendering: boolean;
}): readonly EditSection[] {
  return [
    {
      id: 'claim',
      fields: [
        field(['patient_control_number'], 'code'),
        field(['total_charge'], 'money'),
        field(['place_of_service'], 'code'),
        field(['patient_paid'], 'money'),
      ],
    },
    {
      id: 'subscriber',
      fields: [
        field(['subscriber', 'last_name'], 'text'),
        field(['subscriber', 'first_name'], 'text'),
        field(['subscriber', 'id'], 'code', 'member_id'),
        field(['subscriber', 'birth_date'], 'date'),
        field(['subscriber', 'gender'], 'gender'),
        field(['subscriber', 'relationship'], 'code'),
        field(['subscriber', 'group_number'], 'code'),
        field(['subscriber', 'claim_filing'], 'code'),
        ...address('subscriber'),
        field(['subscriber', 'payer', 'last_name'], 'text', 'payer_name'),
        field(['subscriber', 'payer', 'id'], 'code', 'payer_id'),
      ],
    },
    ...(has.patient ? [patientSection()] : []),
    {
      id: 'provider',
      fields: [
        field(['billing_provider', 'last_name'], 'text', 'organization'),
        field(['billing_provider', 'id'], 'code', 'npi'),
        field(['billing_provider', 'tax_id'], 'code'),
        field(['billing_provider', 'taxonomy'], 'code'),
        ...address('billing_provider'),
      ],
    },
    ...(has.rendering ? [renderingSection()] : []),
    {
      id: 'references',
      fields: [
        field(['references', 'prior_authorization'], 'code'),
        field(['references', 'referral'], 'code'),
        field(['references', 'original_claim_number'], 'code'),
        field(['dates', 'onset'], 'date'),
        field(['dates', 'accident'], 'date'),
        field(['dates', 'admission'], 'date'),
      ],
    },
  ];
}

const patientSection = (): EditSection => ({
  id: 'patient',
  fields: [
    field(['patient', 'last_name'], 'text'),
    field(['patient', 'first_name'], 'text'),
    field(['patient', 'birth_date'], 'date'),
    field(['patient', 'gender'], 'gender'),
    field(['patient', 'relationship'], 'code'),
    ...address('patient'),
  ],
});

const renderingSection = (): EditSection => ({
  id: 'rendering',
  fields: [
    field(['rendering', 'last_name'], 'text'),
    field(['rendering', 'first_name'], 'text'),
    field(['rendering', 'id'], 'code', 'npi'),
    field(['rendering', 'taxonomy'], 'code'),
  ],
});

/** The fields of a service line. */
export const lineFields = (line: number): readonly EditField[] => [
  { ...field(['lines', line, 'procedure', 'code'], 'code', 'procedure'), tidy: tidyCode },
  field(['lines', line, 'procedure', 'modifiers'], 'words'),
  field(['lines', line, 'charge'], 'money'),
  field(['lines', line, 'unit'], 'unit'),
  field(['lines', line, 'quantity'], 'number'),
  field(['lines', line, 'diagnosis_pointers'], 'places'),
  field(['lines', line, 'service_date'], 'date'),
  field(['lines', line, 'service_date_end'], 'date'),
  field(['lines', line, 'place_of_service'], 'code'),
];

/** The field of a diagnosis. */
export const diagnosisField = (place: number): EditField => ({
  path: ['diagnoses', place, 'code'],
  kind: 'code',
  label: texts.claim.edit.diagnosis(place + 1),
  tidy: tidyDiagnosis,
});
