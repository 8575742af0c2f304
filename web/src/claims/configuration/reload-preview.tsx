import { useEffect, useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

type Change = ApiData<'POST /api/admin/reload-config'>['changes'][number];

const tones: Readonly<Record<Change['change'], Tone>> = {
  added: 'good',
  changed: 'warning',
  removed: 'danger',
};

/** The differences between the file and the active configuration, before the file is activated. */
export function ReloadPreview(props: { readonly onActivated: () => void; readonly onClose: () => void }) {
  const [preview, setPreview] = useState<ApiData<'POST /api/admin/reload-config'>>();
  const [error, setError] = useState<unknown>();
  const words = texts.configuration.reload;
  const read = async () => {
    setError(undefined);
    try {
      setPreview(await api('POST /api/admin/reload-config', {}, { query: { dry_run: 'true' } }));
    } catch (reason) {
      setError(reason);
    }
  };
  useEffect(() => {
    void read();
  }, []);
  const activate = useAction(async () => {
    const { version } = await api('POST /api/admin/reload-config');
    toast({ text: words.activated(version), detail: words.thenCheck, tone: 'good' });
    props.onActivated();
    props.onClose();
  });
  return (
    <Section
      title={words.title}
      note={preview && words.activeVersion(preview.version, formatDateTime(preview.loaded_at))}
      kind="card"
      actions={
        <>
          <Button onClick={props.onClose}>{texts.states.close}</Button>
          {preview !== undefined && preview.change_count > 0 && (
            <Button kind="primary" icon="check" busy={activate.isRunning} onClick={() => void activate.run()}>
              {words.activate}
            </Button>
          )}
        </>
      }
    >
      {error !== undefined && <Faults error={error} onRetry={() => void read()} />}
      {error === undefined && preview === undefined && <Loading rows={3} />}
      {preview !== undefined && <Changes preview={preview} />}
    </Section>
  );
}

/** An invalid file has its faults with line and column. */
function Faults({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const words = texts.configuration.reload;
  if (!isApiError(error, 'invalid_configuration')) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Notice tone="danger" isNew title={words.invalid}>
      <ul>
        {error.details.map(({ path, message }, index) => (
          <li key={index} lang="en">
            {[path.join('.'), message].filter(Boolean).join(': ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Changes({ preview }: { readonly preview: ApiData<'POST /api/admin/reload-config'> }) {
  const words = texts.configuration.reload;
  const { changes, change_count } = preview;
  if (change_count === 0) return <Notice tone="good" isNew title={words.none} />;
  return (
    <>
      <p role="status">
        {words.changes(change_count)}. {change_count > changes.length && words.firstShown(changes.length)}
      </p>
      <DataTable<Change>
        label={words.title}
        rows={changes}
        rowKey={({ entity, id }) => `${entity} ${id}`}
        columns={[
          { id: 'record', label: words.record, cell: ({ entity, id }) => `${words.entities[entity]} ${id}` },
          {
            id: 'change',
            label: words.change,
            cell: ({ change }) => <Badge tone={tones[change]}>{words.kinds[change]}</Badge>,
          },
          { id: 'fields', label: words.fields, cell: ({ fields = [] }) => fields.join(', ') },
        ]}
      />
    </>
  );
}
