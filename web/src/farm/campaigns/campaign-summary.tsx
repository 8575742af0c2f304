import type { Campaign } from '#contract/commerce/campaigns.ts';
import { Facts } from '#web/components/facts.tsx';
import { Section } from '#web/components/page.tsx';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useAudience } from './audience.ts';
import { ContactName } from './contact-name.tsx';

/** Channel, audience and times of a campaign that cannot be changed. The preview beside it shows the message. */
export function CampaignSummary({
  campaign,
  reason,
}: {
  readonly campaign: Campaign;
  readonly reason: string;
}) {
  const words = texts.campaigns;
  const audience = useAudience(campaign);
  const { type, subject, contact_ids = [], scheduled_at, started_at, sent_at } = campaign;
  return (
    <Section title={words.audience} note={reason} kind="card">
      <Facts
        facts={[
          { label: words.type, value: words.types[type] },
          { label: words.subject, value: type === 'email' ? subject : undefined },
          { label: words.segment, value: audience.segmentName },
          {
            label: words.people,
            value:
              contact_ids.length === 0 ? undefined : (
                <ul>
                  {contact_ids.map((id) => (
                    <li key={id}>
                      <ContactName id={id} />
                    </li>
                  ))}
                </ul>
              ),
          },
          { label: words.times.scheduled, value: scheduled_at && formatDateTime(scheduled_at) },
          { label: words.times.started, value: started_at && formatDateTime(started_at) },
          { label: words.times.sent, value: sent_at && formatDateTime(sent_at) },
        ]}
      />
    </Section>
  );
}
