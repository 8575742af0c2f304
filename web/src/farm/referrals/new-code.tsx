import { useState } from 'preact/hooks';
import type { ReferralCode } from '#contract/commerce/referrals.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, Form, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** Creates a code: one for a customer, or one of the brand. */
export function NewCode({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (code: ReferralCode) => void;
}) {
  const { id } = useBrand();
  const words = texts.referrals;
  const [owner, setOwner] = useState<'customer' | 'brand'>('customer');
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [description, setDescription] = useState('');
  const create = useAction(() =>
    owner === 'customer'
      ? api('POST /api/v1/referrals/codes', { brand_id: id, customer_email: email.trim() })
      : api('POST /api/v1/referral-codes', {
          brand_id: id,
          code: code.trim() || undefined,
          description: description.trim() || undefined,
        }),
  );
  const submit = async () => {
    const created = await create.run();
    if (created) onCreated(created);
  };
  return (
    <Dialog
      title={words.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form="new-code" busy={create.isRunning}>
            {words.create}
          </Button>
        </>
      }
    >
      <Form id="new-code" label={words.addTitle} onSubmit={submit} error={create.error}>
        <ChoiceField
          wide
          label={words.codeFor}
          value={owner}
          options={(['customer', 'brand'] as const).map((value) => ({
            value,
            label: words.codeForOptions[value],
          }))}
          onChange={setOwner}
        />
        {owner === 'customer' ? (
          <TextField
            name="customer_email"
            type="email"
            label={words.customerEmail}
            hint={words.customerEmailHint}
            value={email}
            onChange={setEmail}
            required
            autoFocus
          />
        ) : (
          <>
            <TextField
              name="code"
              label={words.code}
              hint={words.codeHint}
              code
              value={code}
              onChange={setCode}
              autoFocus
            />
            <TextField
              name="description"
              label={words.description}
              value={description}
              onChange={setDescription}
              optional
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
