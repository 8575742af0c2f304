import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import type { Target } from './target.ts';

/** Attaches a response to a claim that is not among the candidates, by the id of the claim. */
export function OtherClaim(props: {
  readonly reason: string | undefined;
  readonly onAttach: (target: Target) => void;
}) {
  const [id, setId] = useState('');
  const words = texts.unmatched.candidates;
  const find = useAction(async () => {
    const claim = await api('GET /api/claims/{id}', { id: id.trim() });
    props.onAttach({ name: claim.patient_control_number, claimId: claim.id });
  });
  return (
    <details>
      <summary>{words.otherClaim}</summary>
      <Form
        error={find.error}
        onSubmit={() => find.run()}
        actions={
          <Button type="submit" icon="link" busy={find.isRunning} reason={props.reason}>
            {words.attachOther}
          </Button>
        }
      >
        <TextField
          label={words.otherClaim}
          name="id"
          hint={words.otherClaimHint}
          code
          value={id}
          onChange={setId}
        />
      </Form>
    </details>
  );
}
