import type { ApiResponse } from '../../stack/api-client.ts';
import type { BrandYear } from './brand-year.ts';

/** A campaign as it was sent: who should have got it, by the contacts at that time, and what happened to its messages. */
export interface SentCampaign {
  readonly id: string;
  readonly type: 'email' | 'sms';
  readonly addresses: readonly string[];
  readonly skipped: Readonly<Record<string, number>>;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
  /** Messages that count against the plan in the month. No other campaign was sent in it. */
  readonly used: number;
}

const monthsOfNews = ['01', '03', '05', '07', '09', '11'];

/** Imports the mailing list of the brand and plans its campaigns: news by e-mail, text messages once. */
export async function planCampaigns(year: BrandYear): Promise<readonly SentCampaign[]> {
  const sent: SentCampaign[] = [];
  await importContacts(year);
  await year.done('PUT', `/brands/${year.brandId}/messaging`, { postal_address: '1 Creek Road, Boulder' });
  const everyone = await segment(year, 'List', { match: 'tag', equals: 'list' });
  const customers = await segment(year, 'Customers', {
    match: 'all',
    filters: [
      { match: 'tag', equals: 'list' },
      { match: 'order_count', at_least: 1 },
    ],
  });
  for (const [index, month] of monthsOfNews.entries()) {
    const segment_id = index % 2 === 0 ? everyone : customers;
    year.at(year.moment(`${month}-15T09:00`), async () => {
      const created = await create(year, { segment_id, type: 'email' }, index % 3 === 0);
      if (index % 3 === 0) await year.advanceTo(new Date(Date.parse(created.scheduled_at) + 90_000));
      sent.push(await send(year, created));
    });
  }
  year.at(year.moment('06-01T22:10'), async () => {
    const created = await create(year, { segment_id: everyone, type: 'sms' }, false);
    const messages = await year.outbox.messages({ campaign: created.id });
    if (messages.length > 0) throw new Error('Text messages do not wait for the end of the quiet hours');
    sent.push(await send(year, created, year.moment('06-02T08:05')));
  });
  return sent;
}

async function importContacts(year: BrandYear): Promise<void> {
  const rows = Array.from(
    { length: Math.min(200, Math.max(10, Math.ceil(year.orderCount / 12))) },
    (_, index) => [
      `customer-${index}@year.example`,
      `Customer ${index}`,
      index % 4 === 0 ? `+1303555${String(1000 + index)}` : '',
      index % 7 === 3 ? '' : index % 11 === 5 ? 'withdrawn' : 'granted',
      index % 8 === 0 ? 'granted' : '',
      'list',
    ],
  );
  for (const [email = '', , , consent] of rows) {
    if (consent === 'withdrawn') year.suppressed.email.add(email);
  }
  const lines = [['email', 'name', 'phone', 'email_consent', 'sms_consent', 'tags'], ...rows];
  const csv = lines.map((line) => line.join(',')).join('\r\n');
  const { id } = await year.done('POST', '/contact-imports', { brand_id: year.brandId, csv });
  await year.clock.settled();
  const { status, created, failed } = await year.get(`/contact-imports/${id}`);
  if (status !== 'finished' || created !== rows.length || failed !== 0) {
    throw new Error(`The import is ${status} with ${created} contacts and ${failed} faults`);
  }
}

const segment = async (year: BrandYear, name: string, filter: object): Promise<string> =>
  (await year.done('POST', '/segments', { brand_id: year.brandId, name, filter })).id;

interface Prepared {
  readonly id: string;
  readonly type: 'email' | 'sms';
  readonly scheduled_at: string;
  readonly addresses: readonly string[];
  readonly skipped: Readonly<Record<string, number>>;
}

/** Creates a campaign, and sends it unless it is scheduled for a time an hour later. */
async function create(
  year: BrandYear,
  fields: { readonly segment_id: string; readonly type: 'email' | 'sms' },
  isScheduled: boolean,
): Promise<Prepared> {
  const at = new Date((await year.clock.now()).getTime() + 3_600_000).toISOString();
  const text = { name: 'News', subject: 'Hello {{first_name|friend}}', content: 'Come by, {{name|friend}}' };
  const campaign = await year.done('POST', '/campaigns', {
    brand_id: year.brandId,
    ...text,
    ...fields,
    ...(isScheduled && { scheduled_at: at }),
  });
  const { filter } = await year.get(`/segments/${fields.segment_id}`);
  const audience = await audienceOf(year, filter.match === 'all', fields.type);
  if (!isScheduled) {
    await year.done('POST', `/campaigns/${campaign.id}/send`);
    await year.clock.settled();
  }
  return { id: campaign.id, type: fields.type, scheduled_at: at, ...audience };
}

/** The contacts of the list that may be written to, and why the others may not. */
async function audienceOf(year: BrandYear, onlyCustomers: boolean, channel: 'email' | 'sms') {
  const contacts = await year.all(`/contacts?${year.ofBrand}`);
  const blocked = year.suppressed[channel];
  const skipped: Record<string, number> = { no_address: 0, no_consent: 0, withdrawn: 0, suppressed: 0 };
  const addresses: string[] = [];
  for (const contact of contacts) {
    if (!contact.tags.includes('list') || (onlyCustomers && contact.order_count === 0)) continue;
    const reason = reasonNotTo(contact, channel, blocked);
    if (reason === undefined) addresses.push(addressOf(contact, channel));
    else skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  return { addresses, skipped };
}

type Contact = ApiResponse['body'];

const addressOf = ({ email, phone }: Contact, channel: string): string =>
  String((channel === 'email' ? email?.toLowerCase() : phone) ?? '');

function reasonNotTo(
  contact: Contact,
  channel: 'email' | 'sms',
  blocked: ReadonlySet<string>,
): string | undefined {
  if (addressOf(contact, channel) === '') return 'no_address';
  const consent = contact.consents[channel];
  if (consent === undefined) return 'no_consent';
  if (consent.status === 'withdrawn') return 'withdrawn';
  return blocked.has(addressOf(contact, channel)) ? 'suppressed' : undefined;
}

/** Waits for the messages, and lets the first three be read, bounce and complain, and the fourth unsubscribe. */
async function send(year: BrandYear, prepared: Prepared, until?: Date): Promise<SentCampaign> {
  if (until !== undefined) await year.advanceTo(until);
  await year.clock.settled();
  const { id, type, addresses, skipped } = prepared;
  const messages = (await year.outbox.messages({ campaign: id })).toSorted((a, b) => (a.to < b.to ? -1 : 1));
  const { entitlements } = await year.get(`/billing/subscription?${year.ofBrand}`);
  const { used } = entitlements.find((one: { entitlement: string }) => one.entitlement === 'campaign_sends');
  const [read, bounced, complaining, leaving] = messages;
  const facts = { delivered: 0, bounced: 0, complained: 0, unsubscribed: 0 };
  if (type === 'sms') {
    if (read !== undefined) {
      await year.outbox.reply(read.to, 'STOP');
      year.suppressed.sms.add(read.to);
    }
    await year.clock.settled();
    return { id, type, addresses, skipped, used, ...facts };
  }
  if (read !== undefined) {
    await year.outbox.simulate(read, 'delivery');
    facts.delivered++;
  }
  if (bounced !== undefined) {
    await year.outbox.simulate(bounced, 'bounce');
    year.suppressed.email.add(bounced.to);
    facts.bounced++;
  }
  if (complaining !== undefined) {
    await year.outbox.simulate(complaining, 'delivery');
    await year.clock.settled();
    await year.outbox.simulate(complaining, 'complaint');
    year.suppressed.email.add(complaining.to);
    facts.delivered++;
    facts.complained++;
  }
  await year.clock.settled();
  const [, link = ''] = /<(.*)>/.exec(leaving?.headers['List-Unsubscribe'] ?? '') ?? [];
  if (link !== '') {
    await year.send('POST', link.slice(link.indexOf('/unsubscribe/')), undefined, 'nobody');
    year.suppressed.email.add(leaving?.to ?? '');
    facts.unsubscribed++;
  }
  return { id, type, addresses, skipped, used, ...facts };
}
