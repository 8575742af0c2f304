import { useState } from 'preact/hooks';
import { type ApiData, type ApiInput, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { CopyButton } from '#web/components/copy-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';

type Role = ApiInput<'POST /api/admin/api-keys'>['role'];

/** Creates a key and shows its secret once. */
export function CreateKeyDialog(props: { readonly onCreated: () => void; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('biller');
  const [npis, setNpis] = useState('');
  const [created, setCreated] = useState<ApiData<'POST /api/admin/api-keys'>>();
  const words = texts.configuration.keys;
  const create = useAction(
    async () => {
      const billing_npis = npis.split(/[\s,;]+/).filter((npi) => npi !== '');
      setCreated(
        await api('POST /api/admin/api-keys', {
          name,
          role,
          ...(billing_npis.length > 0 && { billing_npis }),
        }),
      );
      props.onCreated();
    },
    { done: words.done.created },
  );
  return (
    <Dialog
      title={words.create}
      onClose={props.onClose}
      actions={
        created === undefined ? (
          <>
            <Button onClick={props.onClose}>{texts.states.cancel}</Button>
            <Button kind="primary" type="submit" form="create-key" busy={create.isRunning}>
              {words.create}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={props.onClose}>
            {texts.states.close}
          </Button>
        )
      }
    >
      {created === undefined ? (
        <Form id="create-key" error={create.error} onSubmit={() => create.run()}>
          <TextField label={words.name} name="name" value={name} onChange={setName} required autoFocus />
          <SelectField<Role>
            label={words.role}
            name="role"
            value={role}
            onChange={setRole}
            options={(['biller', 'auditor', 'admin'] as const).map((value) => ({
              value,
              label: words.roles[value],
            }))}
          />
          <TextField
            label={words.npis}
            name="billing_npis"
            hint={words.npisHint}
            optional
            code
            inputmode="numeric"
            value={npis}
            onChange={setNpis}
          />
        </Form>
      ) : (
        created.secret !== undefined && (
          <Notice tone="warning" isNew title={words.secretTitle}>
            <p>
              <code>{created.secret}</code> <CopyButton text={created.secret}>{words.copy}</CopyButton>
            </p>
            <p>{words.secretText}</p>
          </Notice>
        )
      )}
    </Dialog>
  );
}
