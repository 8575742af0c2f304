import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { chooseBrand, session } from './session.ts';
import { reloadSession } from './start-session.ts';

/** Asks for the code of an invitation, which every e-mail of an invitation has. */
export function InvitationForm() {
  const { invitation } = texts.session;
  const [code, setCode] = useState('');
  const accept = useAcceptance();
  return (
    <Form
      onSubmit={() => accept.run(code.trim())}
      error={accept.error}
      actions={
        <Button kind="primary" type="submit" busy={accept.isRunning}>
          {invitation.accept}
        </Button>
      }
    >
      <TextField
        name="token"
        label={invitation.code}
        hint={invitation.codeHint}
        value={code}
        onChange={setCode}
        maxLength={200}
        code
      />
    </Form>
  );
}

/** Accepts an invitation by its token, and opens the farm. */
export const useAcceptance = () =>
  useAction(async (token: string) => {
    const { brand_id } = await api('POST /api/v1/invitations/accept', { token });
    await reloadSession();
    chooseBrand(brand_id);
    navigate('/', { replace: true });
    const name = session.peek()?.brands.find(({ id }) => id === brand_id)?.name ?? '';
    toast({ text: texts.session.invitation.done(name), tone: 'good' });
  });
