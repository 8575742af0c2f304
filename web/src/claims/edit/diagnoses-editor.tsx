import { Button } from '#web/components/button.tsx';
import { Section } from '#web/components/page.tsx';
import { texts } from '#web/text/texts.ts';
import { ContentField } from './content-field.tsx';
import { isList, type JsonObject, withValue } from './content-tree.ts';
import { diagnosisField } from './edit-fields.ts';
import type { FieldFinding } from './finding-field.ts';

const maxDiagnoses = 12;

/** The diagnoses of a claim, the principal one first. */
export function DiagnosesEditor({
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
