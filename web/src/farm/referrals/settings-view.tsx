import { useState } from 'preact/hooks';
import type { ReferralSettings } from '#commerce/referrals/contract.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { ChoiceField, FieldRow, Form, MoneyField, NumberField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** The shop that links lead to, and what a recommendation earns. */
export function SettingsView() {
  const { id } = useBrand();
  const settings = useQuery('referrals/settings', () =>
    api('GET /api/v1/brands/{brand_id}/referral-settings', { brand_id: id }),
  );
  const { data, error } = settings;
  return (
    <div class="referral-view">
      {settings.isLoading && <Loading rows={5} />}
      {error !== undefined && !data && <Failure error={error} onRetry={() => void settings.refresh()} />}
      {data && <SettingsForm key={data.version} settings={data} onSaved={(saved) => settings.set(saved)} />}
    </div>
  );
}

function SettingsForm({
  settings,
  onSaved,
}: {
  readonly settings: ReferralSettings;
  readonly onSaved: (settings: ReferralSettings) => void;
}) {
  const { currency } = useBrand();
  const words = texts.referrals;
  const { reward } = settings;
  const [shopUrl, setShopUrl] = useState(settings.shop_url ?? '');
  const [kind, setKind] = useState<'none' | 'amount' | 'percent'>(reward?.kind ?? 'none');
  const [amount, setAmount] = useState(reward?.kind === 'amount' ? reward.amount_cents / 100 : undefined);
  const [percent, setPercent] = useState(reward?.kind === 'percent' ? reward.percent : undefined);
  const [most, setMost] = useState(
    reward?.kind === 'percent' && reward.max_cents !== undefined ? reward.max_cents / 100 : undefined,
  );
  const [minimum, setMinimum] = useState<number | undefined>(settings.minimum_order_cents / 100);
  const [days, setDays] = useState(settings.expires_days);
  const reason = isOwner() ? undefined : words.ownerReason;
  const cents = (value: number | undefined) => Math.round((value ?? 0) * 100);
  const save = useAction(
    () =>
      api(
        'PUT /api/v1/brands/{brand_id}/referral-settings',
        {
          brand_id: settings.brand_id,
          shop_url: shopUrl.trim() || undefined,
          reward:
            kind === 'none'
              ? undefined
              : kind === 'amount'
                ? { kind, amount_cents: cents(amount) }
                : { kind, percent: percent ?? 0, max_cents: most === undefined ? undefined : cents(most) },
          minimum_order_cents: cents(minimum),
          expires_days: days,
        },
        settings.version > 0 ? { ifMatch: settings } : {},
      ),
    { done: words.saved },
  );
  return (
    <Form
      rules={contractRules('PUT /api/v1/brands/{brand_id}/referral-settings')}
      label={words.views.settings}
      error={save.error}
      onSubmit={async () => {
        const saved = await save.run();
        if (saved) onSaved(saved);
      }}
      actions={
        <Button kind="primary" type="submit" busy={save.isRunning} reason={reason}>
          {words.save}
        </Button>
      }
    >
      {settings.version === 0 && <Notice>{words.settingsMissing}</Notice>}
      <Section title={words.views.settings} titleHidden note={words.settingsText} kind="card">
        <TextField
          name="shop_url"
          type="url"
          label={words.shopUrl}
          hint={words.shopUrlHint}
          value={shopUrl}
          onChange={setShopUrl}
          reason={reason}
        />
        <ChoiceField
          wide
          label={words.rewardKind}
          value={kind}
          options={(['none', 'amount', 'percent'] as const).map((value) => ({
            value,
            label: words.rewardKinds[value],
            reason,
          }))}
          onChange={setKind}
        />
        {kind === 'amount' && (
          <MoneyField
            name="reward.amount_cents"
            label={words.rewardAmount}
            currency={currency}
            min={0}
            value={amount}
            onChange={setAmount}
            reason={reason}
          />
        )}
        {kind === 'percent' && (
          <FieldRow>
            <NumberField
              name="reward.percent"
              label={words.rewardPercent}
              unit="%"
              min={1}
              max={100}
              value={percent}
              onChange={setPercent}
              reason={reason}
            />
            <MoneyField
              name="reward.max_cents"
              label={words.rewardMax}
              currency={currency}
              min={0}
              value={most}
              onChange={setMost}
              optional
              reason={reason}
            />
          </FieldRow>
        )}
        <FieldRow>
          <MoneyField
            name="minimum_order_cents"
            label={words.minimumOrder}
            currency={currency}
            min={0}
            value={minimum}
            onChange={setMinimum}
            reason={reason}
          />
          <NumberField
            name="expires_days"
            label={words.expiresDays}
            hint={words.expiresHint}
            plain
            min={1}
            max={3650}
            value={days}
            onChange={setDays}
            reason={reason}
          />
        </FieldRow>
      </Section>
    </Form>
  );
}
