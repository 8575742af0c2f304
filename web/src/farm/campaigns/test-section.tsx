import { useState } from 'preact/hooks';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, Form } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useMessagingSettings } from '#web/farm/messaging/messaging-settings.ts';
import { texts } from '#web/text/texts.ts';

/** Sends the saved campaign to test addresses of the brand. */
export function TestSection({
  campaign,
  reason,
}: {
  readonly campaign: Campaign;
  readonly reason: string | undefined;
}) {
  const words = texts.campaigns;
  const settings = useMessagingSettings(reason === undefined);
  const [left, setLeft] = useState<readonly string[]>([]);
  const isEmail = campaign.type === 'email';
  const offered = (settings.data?.test_addresses ?? []).filter(
    (address) => address.includes('@') === isEmail,
  );
  const addresses = offered.filter((address) => !left.includes(address));
  const test = useAction(async () => {
    const { messages } = await api('POST /api/v1/campaigns/{id}/test', { id: campaign.id, addresses });
    toast({ text: words.testSent(messages.length) });
  });
  if (reason !== undefined) return null;
  return (
    <Section title={words.test} note={words.testText} kind="card">
      {settings.isLoading && <Loading rows={2} />}
      {settings.data && offered.length === 0 && (
        <p>
          {words.testNone} <Link to="/campaigns/settings">{words.settings}</Link>
        </p>
      )}
      {offered.length > 0 && (
        <Form
          label={words.test}
          onSubmit={() => test.run()}
          error={test.error}
          actions={
            <Button
              type="submit"
              icon="send"
              busy={test.isRunning}
              reason={addresses.length === 0 ? words.testText : undefined}
            >
              {words.testSend}
            </Button>
          }
        >
          {offered.map((address) => (
            <CheckField
              key={address}
              label={address}
              value={!left.includes(address)}
              onChange={(isChosen) =>
                setLeft(isChosen ? left.filter((other) => other !== address) : [...left, address])
              }
            />
          ))}
        </Form>
      )}
    </Section>
  );
}
