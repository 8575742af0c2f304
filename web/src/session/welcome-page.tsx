import { useEffect, useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Page, Section, Toolbar } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { InvitationForm } from './invitation-form.tsx';
import { session } from './session.ts';
import { reloadSession, signOut } from './start-session.ts';

const currencies = ['USD', 'CAD', 'MXN', 'EUR', 'GBP', 'CHF', 'AUD', 'NZD'] as const;
type Currency = (typeof currencies)[number];

/**
 * The page of a person without any role: how to get one, by a farm of one's own or an invitation. A person who works in claims only
 * starts a farm here.
 */
export default function WelcomePage() {
  const { noAccess, invitation } = texts.session;
  const check = useAction(reloadSession);
  const person = session.value;
  const hasAccess = person !== undefined && person.brands.length + person.claimsRoles.length > 0;
  const [startsFarm] = useState(hasAccess && person.brands.length === 0);
  useEffect(() => {
    if (hasAccess && !startsFarm) navigate('/', { replace: true });
  }, [hasAccess]);
  if (startsFarm)
    return (
      <Page narrow title={noAccess.start} note={noAccess.startText}>
        <NewFarm />
      </Page>
    );
  return (
    <Page
      narrow
      title={noAccess.title(person?.person.name ?? '')}
      answer={noAccess.answer}
      note={noAccess.text}
    >
      <Toolbar>
        <Button icon="refresh" busy={check.isRunning} onClick={() => void check.run()}>
          {noAccess.check}
        </Button>
        <Button kind="quiet" onClick={() => void signOut()}>
          {noAccess.signOut}
        </Button>
      </Toolbar>
      <Section kind="card" title={noAccess.createTitle}>
        <NewFarm />
      </Section>
      <Section kind="card" title={invitation.question}>
        <InvitationForm />
      </Section>
    </Page>
  );
}

/** The zone of the device can be an alias that the list does not contain. */
const timeZones = (own: string): readonly string[] => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), own]),
];

function NewFarm() {
  const { noAccess } = texts.session;
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState<Currency>('USD');
  const [timeZone, setTimeZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const create = useAction(async () => {
    await api('POST /api/v1/brands', { name, currency, time_zone: timeZone });
    await reloadSession();
    navigate('/tour', { replace: true });
  });
  return (
    <Form
      rules={contractRules('POST /api/v1/brands')}
      onSubmit={() => create.run()}
      error={create.error}
      actions={
        <Button kind="primary" type="submit" busy={create.isRunning}>
          {noAccess.create}
        </Button>
      }
    >
      <TextField
        name="name"
        label={noAccess.name}
        hint={noAccess.nameHint}
        value={name}
        onChange={setName}
        autocomplete="organization"
      />
      <SelectField
        name="currency"
        label={noAccess.currency}
        hint={noAccess.currencyHint}
        value={currency}
        options={currencies.map((value) => ({ value, label: value }))}
        onChange={setCurrency}
      />
      <SelectField
        name="time_zone"
        label={noAccess.timeZone}
        value={timeZone}
        options={timeZones(timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        onChange={setTimeZone}
      />
    </Form>
  );
}
