import { useState } from 'preact/hooks';
import type { ReferralLink } from '#contract/commerce/referral-links.ts';
import { shareChannels as channels } from '#contract/commerce/referral-links.ts';
import type { ReferralCode } from '#contract/commerce/referrals.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { CopyButton } from '#web/components/copy-button.tsx';
import { SelectField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CreditSection } from './credit-section.tsx';
import { PersonLink } from './person-link.tsx';
import type { People } from './program-figures.ts';

/** A code with its links by channel and, for a code of a customer, the credit. */
export function CodePanel({
  code,
  people,
  onClose,
}: {
  readonly code: ReferralCode;
  readonly people: People;
  readonly onClose: () => void;
}) {
  const words = texts.referrals;
  const { customer_id: customerId } = code;
  return (
    <Panel
      title={words.createdCode(code.code)}
      note={
        <>
          {customerId === undefined ? (
            (code.description ?? words.brandCode)
          ) : (
            <PersonLink id={customerId} people={people} />
          )}
          {`, ${words.redeemed(code.redemption_count)}`}
        </>
      }
      onClose={onClose}
    >
      <LinksSection code={code} />
      {customerId !== undefined && (
        <CreditSection customerId={customerId} contactId={people[customerId]?.contactId} />
      )}
    </Panel>
  );
}

function LinksSection({ code }: { readonly code: ReferralCode }) {
  const { id } = useBrand();
  const words = texts.referrals;
  const [channel, setChannel] = useState<ReferralLink['channel']>('copy');
  const links = useQuery(`referrals/shares?code=${code.code}`, async () => {
    const { data } = await api('GET /api/v1/referrals/shares', {
      brand_id: id,
      referral_code: code.code,
      limit: 50,
    });
    return data;
  });
  const share = useAction(
    async () => {
      await api('POST /api/v1/referrals/shares', { brand_id: id, referral_code: code.code, channel });
      refreshAll('referrals/shares');
    },
    { done: words.linkCreated },
  );
  return (
    <Section title={words.links}>
      {links.isLoading && <Loading rows={2} />}
      {links.error !== undefined && !links.data && (
        <Failure error={links.error} onRetry={() => void links.refresh()} />
      )}
      {links.data?.length === 0 && <p>{words.linksEmpty}</p>}
      <div>
        {links.data?.map((link) => (
          <div class="referral-link" key={link.channel}>
            <strong>{words.channels[link.channel]}</strong>
            <span>
              {`${words.shareColumns.shares}: ${formatNumber(link.share_count)}, ${words.shareColumns.visitors}: ${formatNumber(link.visitor_count)}`}
            </span>
            <CopyButton text={link.url}>{words.copy}</CopyButton>
            <span class="referral-address">{link.url}</span>
          </div>
        ))}
      </div>
      <div class="referral-row">
        <SelectField
          label={words.linkChannel}
          value={channel}
          options={channels.map((value) => ({ value, label: words.channels[value] }))}
          onChange={setChannel}
        />
        <Button
          icon="link"
          busy={share.isRunning}
          reason={mayEdit() ? undefined : words.viewerReason}
          reasonAs="tip"
          onClick={() => void share.run()}
        >
          {words.createLink}
        </Button>
      </div>
    </Section>
  );
}
