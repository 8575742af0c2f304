import type { Channel, Contact } from '#commerce/contacts/contact-fields.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';

/** Whether several people use an address of a customer, and the button that says otherwise. Without an address, nothing. */
export function SharedAddress({
  contact,
  channel,
  reason,
}: {
  readonly contact: Contact;
  readonly channel: Channel;
  readonly reason: string | undefined;
}) {
  const words = texts.customers;
  const { id } = contact;
  const address = channel === 'email' ? contact.email : contact.phone;
  const key = address === undefined ? undefined : `customers/${id}/addresses/${channel}?${address}`;
  const query = useQuery(key, () => api('GET /api/v1/contacts/{id}/addresses/{channel}', { id, channel }));
  const change = useAction(
    (shared: boolean) => api('PUT /api/v1/contacts/{id}/addresses/{channel}', { id, channel, shared }),
    { done: words.addressSaved },
  );
  if (address === undefined || query.error !== undefined) return null;
  // The button is there while the answer is not, so that nothing moves.
  const { shared = false } = query.data ?? {};
  const submit = async () => {
    const changed = await change.run(!shared);
    if (changed) query.set(changed);
  };
  const action = shared ? words.setOwnAddress : words.setSharedAddress;
  return (
    <p>
      {shared && <Badge>{words.sharedAddress}</Badge>}{' '}
      <Button
        small
        busy={change.isRunning || query.isLoading}
        reason={reason}
        reasonAs="tip"
        label={`${action}: ${words.channels[channel]}`}
        onClick={() => void submit()}
      >
        {action}
      </Button>
    </p>
  );
}
