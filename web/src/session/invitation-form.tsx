import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { useAcceptance } from './use-acceptance.ts';

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
