import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, Form, TextField } from '#web/components/fields.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

type Role = 'owner' | 'manager' | 'viewer';

/** Sends an invitation with a role to an address. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { id } = useBrand();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('manager');
  const words = texts.members;
  const send = useAction(async () => {
    await api('POST /api/v1/invitations', { brand_id: id, email, role });
    refreshAll('members/invitations');
    toast({ text: words.sent(email), tone: 'good' });
    onClose();
  });
  return (
    <Dialog title={words.inviteTitle} onClose={onClose}>
      <Form
        label={words.inviteTitle}
        error={send.error}
        onSubmit={() => send.run()}
        actions={
          <Button kind="primary" type="submit" busy={send.isRunning}>
            {words.send}
          </Button>
        }
      >
        <TextField
          label={words.email}
          name="email"
          type="email"
          autocomplete="off"
          required
          autoFocus
          value={email}
          onChange={setEmail}
        />
        <ChoiceField
          label={words.role}
          name="role"
          value={role}
          options={(['viewer', 'manager', 'owner'] as const).map((value) => ({
            value,
            label: words.roles[value],
            hint: words.roleHints[value],
          }))}
          onChange={setRole}
        />
      </Form>
    </Dialog>
  );
}
