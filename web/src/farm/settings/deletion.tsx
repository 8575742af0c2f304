import { useState } from 'preact/hooks';
import type { Brand } from '#contract/commerce/brands.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Asks for the deletion of the brand by its exact name, and takes the request back during the waiting time. */
export function Deletion({
  brand,
  onChanged,
}: {
  readonly brand: Brand;
  readonly onChanged: (brand: Brand) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const words = texts.settings;
  const restore = useAction(
    async () => onChanged(await api('POST /api/v1/brands/{brand_id}/restore', { brand_id: brand.id })),
    {
      done: words.restored,
    },
  );
  if (brand.deletion !== undefined)
    return (
      <Notice
        tone="danger"
        action={
          <Button busy={restore.isRunning} onClick={() => void restore.run()}>
            {words.restore}
          </Button>
        }
      >
        {words.deletesAt(formatDateTime(brand.deletion.deletes_at))}
      </Notice>
    );
  return (
    <Section title={words.remove} note={words.removeText}>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      {isAsking && <DeletionDialog brand={brand} onClose={() => setAsking(false)} onChanged={onChanged} />}
    </Section>
  );
}

function DeletionDialog({
  brand,
  onClose,
  onChanged,
}: {
  readonly brand: Brand;
  readonly onClose: () => void;
  readonly onChanged: (brand: Brand) => void;
}) {
  const [name, setName] = useState('');
  const words = texts.settings;
  const remove = useAction(async () => {
    onChanged(await api('DELETE /api/v1/brands/{brand_id}', { brand_id: brand.id, name }));
    toast({ text: words.removed });
    onClose();
  });
  return (
    <Dialog title={words.remove} onClose={onClose}>
      <Form
        label={words.remove}
        error={remove.error}
        onSubmit={() => remove.run()}
        actions={
          <Button kind="danger" type="submit" busy={remove.isRunning}>
            {words.remove}
          </Button>
        }
      >
        <p>{words.removeText}</p>
        <TextField
          label={words.removeConfirm(brand.name)}
          name="name"
          autocomplete="off"
          required
          autoFocus
          value={name}
          onChange={setName}
        />
      </Form>
    </Dialog>
  );
}
