import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, DateField, Form, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

type Role = 'owner' | 'manager' | 'viewer';

/** Creates a key with a role, an end and scopes. */
export function NewKeyDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}) {
  const { id } = useBrand();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('manager');
  const [expiry, setExpiry] = useState('');
  const [scopes, setScopes] = useState('');
  const words = texts.keys;
  const { roles, roleHints } = texts.members;
  const create = useAction(async () => {
    const wanted = scopes.split(/[\s,]+/).filter((scope) => scope !== '');
    const { secret = '' } = await api('POST /api/v1/api-keys', {
      brand_id: id,
      name,
      role,
      ...(expiry !== '' && { expires_at: new Date(`${expiry}T23:59:59`).toISOString() }),
      ...(wanted.length > 0 && { scopes: wanted }),
    });
    onCreated(secret);
  });
  return (
    <Dialog title={words.createTitle} onClose={onClose}>
      <Form
        label={words.createTitle}
        error={create.error}
        onSubmit={() => create.run()}
        actions={
          <Button kind="primary" type="submit" busy={create.isRunning}>
            {words.submit}
          </Button>
        }
      >
        <TextField
          label={words.name}
          name="name"
          hint={words.nameHint}
          required
          autoFocus
          maxLength={255}
          value={name}
          onChange={setName}
        />
        <ChoiceField
          label={words.role}
          name="role"
          value={role}
          options={(['viewer', 'manager', 'owner'] as const).map((value) => ({
            value,
            label: roles[value],
            hint: roleHints[value],
          }))}
          onChange={setRole}
        />
        <DateField label={words.expiry} name="expires_at" optional value={expiry} onChange={setExpiry} />
        <TextField
          label={words.scopes}
          name="scopes"
          hint={words.scopesHint}
          optional
          code
          value={scopes}
          onChange={setScopes}
        />
      </Form>
    </Dialog>
  );
}
