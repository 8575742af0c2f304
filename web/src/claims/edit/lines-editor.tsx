import { Button } from '#web/components/button.tsx';
import { Section } from '#web/components/page.tsx';
import { texts } from '#web/text/texts.ts';
import { ContentField } from './content-field.tsx';
import { isList, isObject, type Json, type JsonObject, withValue } from './content-tree.ts';
import { lineFields } from './edit-fields.ts';
import type { FieldFinding } from './finding-field.ts';

/** The service lines of a claim. */
export function LinesEditor({
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
