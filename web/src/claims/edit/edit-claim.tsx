import { useMemo, useRef, useState } from 'preact/hooks';
import { payerMayHave } from '#claims/claims/claim.ts';
import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Form, TextAreaField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { texts } from '#web/text/texts.ts';
import { ContentField } from './content-field.tsx';
import { isList, isObject, type Json, type JsonObject, textAt, valueAt, withValue } from './content-tree.ts';
import { diagnosisField, editSections, lineFields } from './edit-fields.ts';
import { type FieldFinding, findingsByField, useFindingText } from './finding-field.ts';
import { differences, mergePatch, patched } from './merge-patch.ts';
import { jsonOf, saveEdit } from './save-edit.ts';
import './edit.css';

/** The content of a claim as a form. It sends a merge patch of what changed, and shows faults at their fields. */
export function EditClaim({ claim, onDone }: { readonly claim: ClaimDetail; readonly onDone: () => void }) {
  const original = jsonOf(claim.content);
  const [content, setContent] = useState<JsonObject>(original);
  const [other, setOther] = useState('');
  const [hasRendering, setRendering] = useState(valueAt(original, ['rendering']) !== undefined);
  const [error, setError] = useState<unknown>();
  const [saving, setSaving] = useState<'save' | 'submit'>();
  const saved = useMemo(() => new AbortController(), []);
  const words = texts.claim.edit;
  const textOf = useFindingText();
  const extra = readPatch(other);
  const patch = mergePatch(original, patched(content, extra ?? {}));
  const changeCount = differences(original, patched(original, patch)).length;
  const findings = new Map(
    // A value that the person changed is checked when it is saved.
    [...findingsByField(claim.findings, original, textOf)].filter(
      ([key]) => !isChanged(key, original, content),
    ),
  );
  const hasPatient = valueAt(original, ['patient']) !== undefined;
  useUnsaved(changeCount > 0 || other !== '');
  const [isIdle, setIdle] = useState(false);
  const resubmits = useRef(false);

  const save = async (resubmit: boolean) => {
    setIdle(changeCount === 0);
    if (extra === undefined || changeCount === 0 || saving !== undefined) return;
    setSaving(resubmit ? 'submit' : 'save');
    setError(undefined);
    try {
      const { id } = await saveEdit(claim, patch, resubmit);
      saved.abort();
      onDone();
      if (id !== claim.id) navigate(`/claims/claim/${id}`, { saved: true });
    } catch (failure) {
      setError(failure);
    }
    setSaving(undefined);
  };
  const leave = async () => {
    const question = {
      title: words.discard,
      text: words.discardText,
      action: words.discardAction,
      danger: true,
      until: saved.signal,
    };
    if (changeCount === 0 || (await confirm(question))) onDone();
  };

  return (
    <Page
      title={words.title(claim.patient_control_number)}
      note={noteOf(claim)}
      actions={
        <>
          <Button kind="quiet" onClick={() => void leave()}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form="edit-claim"
            busy={saving === 'save'}
            onClick={() => {
              resubmits.current = false;
            }}
          >
            {words.save}
          </Button>
        </>
      }
      primary={
        <Button
          kind="primary"
          type="submit"
          form="edit-claim"
          busy={saving === 'submit'}
          onClick={() => {
            resubmits.current = true;
          }}
        >
          {words.saveAndSubmit}
        </Button>
      }
    >
      {isApiError(error, 'precondition_failed') && (
        <Notice tone="warning" isNew>
          {words.changedMeanwhile}
        </Notice>
      )}
      <p class="edit-count" role="status">
        {extra === undefined
          ? words.otherWrong
          : changeCount > 0
            ? words.changes(changeCount)
            : isIdle && words.nothing}
      </p>
      <Form id="edit-claim" error={error} onSubmit={() => save(resubmits.current)}>
        {editSections({ patient: hasPatient, rendering: hasRendering }).map(({ id, fields }) => (
          <Section key={id} title={words.legend[id]} kind="card">
            <div class="edit-fields">
              {fields.map((field) => (
                <ContentField
                  key={field.path.join('.')}
                  field={field}
                  content={content}
                  finding={findings.get(field.path.join('.'))}
                  onChange={setContent}
                />
              ))}
            </div>
          </Section>
        ))}
        {!hasRendering && (
          <div>
            <Button icon="plus" onClick={() => setRendering(true)}>
              {words.addRendering}
            </Button>
          </div>
        )}
        <DiagnosesEditor content={content} findings={findings} onChange={setContent} />
        <LinesEditor content={content} findings={findings} onChange={setContent} />
        <details class="edit-other">
          <summary>{words.other}</summary>
          <TextAreaField
            label={words.other}
            labelHidden
            hint={words.otherHint}
            value={other}
            rows={5}
            error={extra === undefined ? words.otherWrong : undefined}
            onChange={setOther}
          />
        </details>
      </Form>
    </Page>
  );
}

/** Whether the value at a dotted path differs. */
function isChanged(key: string, before: JsonObject, after: JsonObject): boolean {
  const path = key.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return textAt(before, path) !== textAt(after, path);
}

function noteOf(claim: ClaimDetail): string {
  const words = texts.claim.edit;
  if (!payerMayHave(claim)) return words.inPlace;
  return claim.lane === 'rejected' || claim.lane === 'payer_rejected' ? words.replaces : words.corrects;
}

/** The merge patch that the person typed; empty for no text, undefined for text that is not a JSON object. */
function readPatch(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const maxDiagnoses = 12;

/** The diagnoses of a claim, the principal one first. */
function DiagnosesEditor({
  content,
  findings,
  onChange,
}: {
  readonly content: JsonObject;
  readonly findings: ReadonlyMap<string, FieldFinding>;
  readonly onChange: (content: JsonObject) => void;
}) {
  const words = texts.claim.edit;
  const count = isList(content['diagnoses']) ? content['diagnoses'].length : 0;
  const add = () =>
    onChange(withValue(content, ['diagnoses', count], { qualifier: count === 0 ? 'ABK' : 'ABF', code: '' }));
  return (
    <Section
      title={words.legend.diagnoses}
      kind="card"
      actions={
        count < maxDiagnoses && (
          <Button small icon="plus" onClick={add}>
            {words.addDiagnosis}
          </Button>
        )
      }
    >
      <div class="edit-fields edit-diagnoses">
        {Array.from({ length: count }, (_, place) => (
          <div key={place} class="edit-removable">
            <ContentField
              field={diagnosisField(place)}
              content={content}
              finding={findings.get(`diagnoses.${place}.code`)}
              onChange={onChange}
            />
            <Button
              kind="quiet"
              icon="trash"
              label={words.removeDiagnosis(place + 1)}
              onClick={() => onChange(withValue(content, ['diagnoses', place], undefined))}
            />
          </div>
        ))}
      </div>
    </Section>
  );
}

/** The service lines of a claim. */
function LinesEditor({
  content,
  findings,
  onChange,
}: {
  readonly content: JsonObject;
  readonly findings: ReadonlyMap<string, FieldFinding>;
  readonly onChange: (content: JsonObject) => void;
}) {
  const words = texts.claim.edit;
  const lines = isList(content['lines']) ? content['lines'] : [];
  const setLines = (changed: readonly Json[]) => onChange(withValue(content, ['lines'], numbered(changed)));
  return (
    <Section
      title={words.legend.lines}
      kind="card"
      actions={
        <Button small icon="plus" onClick={() => setLines([...lines, newLine(lines.at(-1))])}>
          {words.addLine}
        </Button>
      }
    >
      {lines.map((_, place) => (
        <fieldset key={place} class="edit-line">
          <legend class="edit-line-title">{words.line(place + 1)}</legend>
          <div class="edit-fields">
            {lineFields(place).map((field) => (
              <ContentField
                key={field.path.join('.')}
                field={field}
                content={content}
                finding={findings.get(field.path.join('.'))}
                onChange={onChange}
              />
            ))}
          </div>
          {lines.length > 1 && (
            <Button
              kind="quiet"
              small
              icon="trash"
              label={words.removeLine(place + 1)}
              onClick={() => setLines(lines.filter((_line, other) => other !== place))}
            />
          )}
        </fieldset>
      ))}
    </Section>
  );
}

/** Lines are numbered from 1 (LX01). */
const numbered = (lines: readonly Json[]): readonly Json[] =>
  lines.map((line, place) =>
    isObject(line) && line['number'] !== undefined ? { ...line, number: place + 1 } : line,
  );

/** A line like the last one, without its procedure, charge and control number. */
function newLine(last: Json | undefined): JsonObject {
  const { unit = 'UN', service_date, diagnosis_pointers = [1], number } = isObject(last) ? last : {};
  return {
    ...(number !== undefined && { number: 0 }),
    procedure: { qualifier: 'HC', code: '' },
    charge: 0,
    unit,
    quantity: 1,
    diagnosis_pointers,
    ...(service_date !== undefined && { service_date }),
  };
}
