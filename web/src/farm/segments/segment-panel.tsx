import { useState } from 'preact/hooks';
import type { SegmentFilter } from '#contract/commerce/segment-filter.ts';
import type { Segment } from '#contract/commerce/segments.ts';
import { api } from '#web/api/api.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Panel } from '#web/components/panel.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { filterOf, newCondition, rulesOf } from './filter.ts';
import type { FilterNames } from './filter-names.ts';
import { filterWords } from './filter-words.ts';
import { LiveCount } from './live-count.tsx';
import { RulesField } from './rules-field.tsx';

/** Creates a segment or changes one, with the count of its people while the filter is written. */
export function SegmentPanel({
  segment,
  initial,
  names,
  onClose,
}: {
  readonly segment: Segment | undefined;
  readonly initial?: { readonly name: string; readonly filter: SegmentFilter } | undefined;
  readonly names: FilterNames;
  readonly onClose: () => void;
}) {
  const brand = useBrand();
  const words = texts.customers.segment;
  const start = segment ?? initial ?? { name: '', filter: newCondition('last_order') };
  const [name, setName] = useState(start.name);
  const [rules, setRules] = useState(() => rulesOf(start.filter));
  const filter = rules ? filterOf(rules) : start.filter;
  const reason = mayEdit() ? undefined : texts.customers.viewerReason;
  const save = useAction(
    async (chosen: SegmentFilter) =>
      segment
        ? api(
            'PUT /api/v1/segments/{id}',
            { id: segment.id, name: name.trim(), filter: chosen },
            { ifMatch: segment },
          )
        : api('POST /api/v1/segments', { brand_id: brand.id, name: name.trim(), filter: chosen }),
    { done: words.saved },
  );
  const remove = useAction(async ({ id }: Segment) => api('DELETE /api/v1/segments/{id}', { id }), {
    done: words.deleted,
  });
  const submit = async () => {
    if (!filter || !(await save.run(filter))) return;
    refreshAll('segments');
    onClose();
  };
  const askRemoval = async (removed: Segment) => {
    const { deleteTitle, deleteText: text, delete: action } = words;
    if (!(await confirm({ title: deleteTitle(removed.name), text, action, danger: true }))) return;
    await remove.run(removed);
    refreshAll('segments');
    onClose();
  };
  return (
    <Panel
      title={segment?.name ?? words.add}
      onClose={onClose}
      actions={
        <>
          {segment && (
            <Button
              kind="quiet"
              icon="trash"
              label={words.delete}
              reason={reason}
              reasonAs="tip"
              onClick={() => void askRemoval(segment)}
            />
          )}
          {segment && <LinkButton to={`/customers?segment=${segment.id}`}>{words.people}</LinkButton>}
          <Button
            kind="primary"
            type="submit"
            form="segment"
            busy={save.isRunning}
            reason={reason ?? (filter ? undefined : words.incomplete)}
            reasonAs="tip"
          >
            {words.save}
          </Button>
        </>
      }
    >
      <Form id="segment" label={words.editTitle} onSubmit={submit} error={save.error}>
        <TextField
          name="name"
          label={words.name}
          value={name}
          onChange={setName}
          required
          autoFocus={!segment}
          reason={reason}
        />
        {rules ? (
          <RulesField rules={rules} names={names} onChange={setRules} reason={reason} />
        ) : (
          <Notice title={filterWords(start.filter, names)}>{words.grouped}</Notice>
        )}
        <LiveCount filter={filter} />
      </Form>
    </Panel>
  );
}
