import { useMemo, useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { promoKinds as kinds, type PromoCode } from '#commerce/promo-codes/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import {
  CheckField,
  DateField,
  FieldRow,
  Form,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '#web/components/fields.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Notice } from '#web/components/notice.tsx';
import { MainAction } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressPanel } from '#web/data/address-state.ts';
import { refreshAll } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDateOf, formatMoney, formatNumber } from '#web/text/format.ts';
import { effectOf, useOrderSettings, usePromoCodes } from '../selling/order-rules.ts';
import { type PromoForm, promoForm, promoInput } from './promo-form.ts';
import { stopTexts } from './stop-texts.ts';

/** The promo codes with their discount, validity and uses. A row opens the code. */
export function PromoCodes() {
  const { id, currency } = useBrand();
  const codes = usePromoCodes(id);
  const settings = useOrderSettings(id);
  const columns = useMemo(() => columnsOf(currency), [currency]);
  const panel = useAddressPanel('promo');
  const edited = codes.data?.find((code) => code.id === panel.shown);
  const { promo, viewerReason } = stopTexts;
  const create = (
    <Button
      kind="primary"
      icon="plus"
      reason={mayEdit() ? undefined : viewerReason}
      onClick={() => panel.show('new')}
    >
      {promo.create}
    </Button>
  );
  return (
    <>
      {settings.data?.promotions === 'off' && <Notice tone="warning">{promo.off}</Notice>}
      {(codes.data?.length ?? 0) > 0 && <MainAction>{create}</MainAction>}
      <List
        label={promo.title}
        rows={codes.data ?? []}
        columns={columns}
        rowKey={(code) => code.id}
        rowLabel={({ code }) => code}
        panel={mayEdit() ? panel : undefined}
        isLoading={codes.isLoading}
        error={codes.error}
        onRetry={codes.refresh}
        empty={<Empty icon="tag" title={promo.emptyTitle} text={promo.emptyDetail} action={create} />}
      />
      {(edited !== undefined || panel.shown === 'new') && (
        <EditPromoCode key={panel.shown} promo={edited} onClose={panel.close} />
      )}
    </>
  );
}

type State = 'active' | 'inactive' | 'ended' | 'planned' | 'used';

const tones: Readonly<Record<State, Tone>> = {
  active: 'good',
  planned: 'info',
  inactive: 'neutral',
  ended: 'neutral',
  used: 'neutral',
};

function stateOf({ is_active, starts_at, ends_at, max_uses, use_count }: PromoCode, now: string): State {
  if (!is_active) return 'inactive';
  if (ends_at !== undefined && ends_at <= now) return 'ended';
  if (max_uses !== undefined && use_count >= max_uses) return 'used';
  return starts_at !== undefined && now < starts_at ? 'planned' : 'active';
}

function columnsOf(currency: string): readonly Column<PromoCode>[] {
  const { promo } = stopTexts;
  return [
    { id: 'code', label: promo.code, width: '1fr', cell: ({ code }) => <b>{code}</b> },
    {
      id: 'value',
      label: promo.value,
      width: '1.5fr',
      cell: (code) => {
        const effect = effectOf(code, currency);
        const minimum = code.minimum_cents;
        return minimum ? `${effect}, ${promo.freeShippingFrom(formatMoney(minimum, currency))}` : effect;
      },
    },
    { id: 'valid', label: promo.valid, width: '1.5fr', hideable: true, cell: validText },
    {
      id: 'uses',
      label: promo.uses,
      width: '100px',
      align: 'end',
      cell: ({ use_count, max_uses }) =>
        max_uses === undefined ? formatNumber(use_count) : promo.usesOf(use_count, max_uses),
    },
    {
      id: 'state',
      label: stopTexts.state,
      width: '130px',
      cell: (code) => {
        const state = stateOf(code, new Date().toISOString());
        return <Badge tone={tones[state]}>{promo.state[state]}</Badge>;
      },
    },
  ];
}

function validText({ starts_at, ends_at }: PromoCode): string {
  const { always, until, from, between } = stopTexts.promo;
  if (starts_at && ends_at) return between(formatDateOf(starts_at), formatDateOf(ends_at));
  if (ends_at) return until(formatDateOf(ends_at));
  return starts_at ? from(formatDateOf(starts_at)) : always;
}

/** Creates, edits or deletes a promo code. A change by someone else in between is shown first. */
function EditPromoCode({
  promo,
  onClose,
}: {
  readonly promo: PromoCode | undefined;
  readonly onClose: () => void;
}) {
  const { id: brandId, timeZone } = useBrand();
  const [base, setBase] = useState(promo);
  const [form, setForm] = useState(() => promoForm(promo, timeZone));
  const [isConflict, setConflict] = useState(false);
  const { promo: words, form: buttons, conflict } = stopTexts;
  const done = (text: string) => {
    toast({ text, tone: 'good' });
    onClose();
    refreshAll('selling');
  };
  const save = useAction(async () => {
    const input = promoInput(form, timeZone, base);
    try {
      if (base === undefined)
        await api('POST /api/v1/promo-codes', { brand_id: brandId, code: form.code.trim(), ...input });
      else await api('PUT /api/v1/promo-codes/{id}', { id: base.id, ...input }, { ifMatch: base });
      done(base === undefined ? words.created : words.saved);
    } catch (error) {
      if (base === undefined || !isApiError(error, 'precondition_failed')) throw error;
      const current = await api('GET /api/v1/promo-codes/{id}', { id: base.id });
      setBase(current);
      setForm(promoForm(current, timeZone));
      setConflict(true);
    }
  });
  const remove = useAction(async (code: PromoCode) => {
    await api('DELETE /api/v1/promo-codes/{id}', { id: code.id });
    done(words.deleted);
  });
  const ask = async (code: PromoCode) => {
    const question = {
      title: words.deleteTitle(code.code),
      text: words.deleteEffect,
      action: words.delete,
      danger: true,
    };
    if (await confirm(question)) await remove.run(code);
  };
  return (
    <Dialog
      title={promo === undefined ? words.newTitle : words.editTitle(promo.code)}
      wide
      onClose={onClose}
      actions={
        <>
          {base && (
            <Button icon="trash" busy={remove.isRunning} onClick={() => void ask(base)}>
              {words.delete}
            </Button>
          )}
          <Button onClick={onClose}>{buttons.cancel}</Button>
          <Button kind="primary" type="submit" form="edit-promo-code" busy={save.isRunning}>
            {buttons.save}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/promo-codes')}
        id="edit-promo-code"
        onSubmit={() => save.run()}
        error={save.error}
      >
        {isConflict && (
          <Notice tone="warning" isNew>
            {conflict}
          </Notice>
        )}
        <PromoFields
          form={form}
          isNew={base === undefined}
          onChange={(part) => setForm((before) => ({ ...before, ...part }))}
        />
      </Form>
    </Dialog>
  );
}

/** The fields of a promo code. The text of an existing code cannot be changed. */
function PromoFields({
  form,
  isNew,
  onChange,
}: {
  readonly form: PromoForm;
  readonly isNew: boolean;
  readonly onChange: (part: Partial<PromoForm>) => void;
}) {
  const { currency } = useBrand();
  const { promo } = stopTexts;
  return (
    <>
      <FieldRow>
        {isNew && (
          <TextField
            label={promo.code}
            name="code"
            hint={promo.codeHint}
            required
            code
            autoFocus
            maxLength={50}
            value={form.code}
            onChange={(code) => onChange({ code })}
          />
        )}
        <TextField
          label={promo.description}
          name="description"
          optional
          maxLength={255}
          value={form.description}
          onChange={(description) => onChange({ description })}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label={promo.kind}
          name="kind"
          value={form.kind}
          onChange={(kind) => onChange({ kind })}
          options={kinds.map((value) => ({ value, label: promo.kinds[value] }))}
        />
        {form.kind === 'percent' && (
          <NumberField
            label={promo.percent}
            name="percent"
            required
            min={0}
            max={100}
            digits={2}
            unit="%"
            value={form.percent}
            onChange={(percent) => onChange({ percent })}
          />
        )}
        {form.kind === 'fixed' && (
          <MoneyField
            label={promo.amount}
            name="amount_cents"
            required
            min={0}
            currency={currency}
            value={form.amount}
            onChange={(amount) => onChange({ amount })}
          />
        )}
        <MoneyField
          label={promo.minimum}
          name="minimum_cents"
          optional
          min={0}
          currency={currency}
          value={form.minimum}
          onChange={(minimum) => onChange({ minimum })}
        />
      </FieldRow>
      <FieldRow>
        <DateField
          label={promo.starts}
          name="starts_at"
          optional
          value={form.starts}
          onChange={(starts) => onChange({ starts })}
        />
        <DateField
          label={promo.ends}
          name="ends_at"
          optional
          min={form.starts}
          value={form.ends}
          onChange={(ends) => onChange({ ends })}
        />
      </FieldRow>
      <FieldRow>
        <NumberField
          label={promo.maxUses}
          name="max_uses"
          optional
          min={1}
          value={form.maxUses}
          onChange={(maxUses) => onChange({ maxUses })}
        />
        <NumberField
          label={promo.maxUsesPerCustomer}
          name="max_uses_per_customer"
          optional
          min={1}
          value={form.maxUsesPerCustomer}
          onChange={(maxUsesPerCustomer) => onChange({ maxUsesPerCustomer })}
        />
      </FieldRow>
      <CheckField
        label={promo.firstOrderOnly}
        name="first_order_only"
        value={form.firstOrderOnly}
        onChange={(firstOrderOnly) => onChange({ firstOrderOnly })}
      />
      <CheckField
        label={promo.isActive}
        name="is_active"
        value={form.isActive}
        onChange={(isActive) => onChange({ isActive })}
      />
    </>
  );
}
