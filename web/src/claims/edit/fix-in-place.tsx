import { useEffect, useRef, useState } from 'preact/hooks';
import { payerMayHave } from '#claims/claims/claim.ts';
import type { Claim, ClaimDetail } from '#claims/claims/claim-fields.ts';
import { Form } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { ContentField } from './content-field.tsx';
import { isList, isObject, type JsonObject, valueAt, withValue } from './content-tree.ts';
import { diagnosisField, type EditField, editSections, lineFields } from './edit-fields.ts';
import { findingsByField, useFindingText } from './finding-field.ts';
import { mergePatch } from './merge-patch.ts';
import { jsonOf, saveEdit } from './save-edit.ts';
import './edit.css';

/** Id of the form, for the buttons outside of it. */
export const fixFormId = 'fix-claim';

/** Whether the faults of a claim can be mended where they are shown. */
export const isFixable = (claim: Claim): boolean =>
  claim.lane === 'draft' && !payerMayHave(claim) && mayEdit();

/** The values of a draft that have faults, as they are, with what is wrong with each. */
export function FixInPlace({
  claim,
  takesFocus,
  onSaved,
}: {
  readonly claim: ClaimDetail;
  /** Whether the first field gets the focus, because the person came from the one before. */
  readonly takesFocus: boolean;
  /** After a change that left no error. */
  readonly onSaved: () => void;
}) {
  const original = jsonOf(claim.content);
  const [content, setContent] = useState<JsonObject>(original);
  const fields = useRef<HTMLDivElement>(null);
  const findings = findingsByField(claim.findings, original, useFindingText());
  const faulty = allFields(original).filter(({ path }) => findings.has(path.join('.')));
  const patch = mergePatch(original, withQualifiers(content));
  const isChanged = Object.keys(patch).length > 0;
  useUnsaved(isChanged);
  useEffect(() => {
    if (takesFocus) fields.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  const save = useAction(async () => {
    const { finding_counts: left } = isChanged ? await saveEdit(claim, patch, false) : claim;
    if (left.error + left.fatal === 0 || !isChanged) onSaved();
  });
  if (faulty.length === 0) return null;
  return (
    <Section title={texts.claim.edit.fix} note={texts.claim.edit.fixNote}>
      <Form id={fixFormId} error={save.error} onSubmit={() => save.run()}>
        <div class="edit-fields" ref={fields}>
          {faulty.map((field) => {
            const key = field.path.join('.');
            const isAsFound = valueAt(content, field.path) === valueAt(original, field.path);
            return (
              <ContentField
                key={key}
                field={field}
                content={content}
                // A value that the person changed is checked when it is saved.
                finding={isAsFound ? findings.get(key) : undefined}
                onChange={setContent}
              />
            );
          })}
        </div>
      </Form>
    </Section>
  );
}

/** Every field of a claim's form, in its order; the first diagnosis even of a claim without one. */
function allFields(content: JsonObject): readonly EditField[] {
  const { diagnoses, lines } = content;
  const has = { patient: content['patient'] !== undefined, rendering: content['rendering'] !== undefined };
  const count = isList(diagnoses) ? Math.max(1, diagnoses.length) : 1;
  return [
    ...editSections(has).flatMap(({ fields }) => fields),
    ...Array.from({ length: count }, (_, place) => diagnosisField(place)),
    ...(isList(lines) ? lines : []).flatMap((_, line) => lineFields(line)),
  ];
}

/** A diagnosis that the person added is the principal one (ABK) in the first place, and another one (ABF) elsewhere. */
function withQualifiers(content: JsonObject): JsonObject {
  const { diagnoses } = content;
  return (isList(diagnoses) ? diagnoses : []).reduce<JsonObject>(
    (changed, diagnosis, place) =>
      isObject(diagnosis) && diagnosis['qualifier'] === undefined
        ? withValue(changed, ['diagnoses', place, 'qualifier'], place === 0 ? 'ABK' : 'ABF')
        : changed,
    content,
  );
}
