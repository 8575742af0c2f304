import { brands } from '#commerce/brands/records.ts';
import { unsubscribedRecipient } from '#commerce/campaigns/recipient-records.ts';
import { shareMailbox } from '#commerce/contacts/address-records.ts';
import { findContact } from '#commerce/contacts/records.ts';
import type * as declared from '#commerce/messages/contract.ts';
import type { MessagingSettings, MessagingSettingsInput } from '#commerce/messages/contract.ts';
import { readOptInToken, readUnsubscribeToken } from '#commerce/messages/link-token.ts';
import { messaging, silences } from '#commerce/messages/records.ts';
import {
  agree,
  endedByBrand,
  hasComplaint,
  placeOfAddress,
  readSilence,
  saidNoSince,
  shownSilence,
  silenceActions,
  silenceAddress,
  silenced,
} from '#commerce/messages/silence-records.ts';
import { unsubscribeEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import { escapeHtml } from '#contract/text-forms.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, noContent, ok, okPage, okText } from '#http/reply/replies.ts';
import { unsubscribeKey } from '#store/adapters/unsubscribe-key.ts';

/** The settings with all their fields replaced and the next version. */
const changedSettings = (
  { brand_id, version }: MessagingSettings,
  input: MessagingSettingsInput,
  now: Date,
): MessagingSettings => ({ brand_id, ...input, updated_at: now.toISOString(), version: version + 1 });

export const getMessagingSettings = ({ resource: settings }: Call<typeof declared.getMessagingSettings>) =>
  ok(settings, settings);

export async function updateMessagingSettings({
  resource: before,
  body,
  now,
}: Call<typeof declared.updateMessagingSettings>) {
  const after = changedSettings(before, body, now);
  // The brand reads the replies, so the address is no customer's.
  const shared = after.reply_to === undefined ? [] : await shareMailbox(after.brand_id, after.reply_to);
  return change(ok(after, after), messaging.replace(before, after), ...shared);
}

export async function createSuppression({
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.createSuppression>) {
  const { brand_id, email, phone = '', reason } = body;
  const place = await placeOfAddress(brand_id, email === undefined ? 'sms' : 'email', email ?? phone);
  const before = await readSilence(place);
  const by = principal.subject;
  const reply = created(shownSilence(silenced(before, { reason, now, by })), undefined);
  if (reason === 'customer_request') {
    return change(reply, ...(await silenceAddress(place, { reason, source: reason, by, now, newId })));
  }
  return change(reply, ...silenceActions(before, silenced(before, { reason, now, by })));
}

export async function listSuppressions({ query }: Call<typeof declared.listSuppressions>) {
  const { brand_id, email, phone, ...page } = query;
  if (email !== undefined || phone !== undefined) {
    const places = await Promise.all([
      ...(email === undefined ? [] : [placeOfAddress(brand_id, 'email', email)]),
      ...(phone === undefined ? [] : [placeOfAddress(brand_id, 'sms', phone)]),
    ]);
    const silent = await silences.findMany(places.map(({ id }) => ({ brand_id, id })));
    return okPage(silent.map(shownSilence), null);
  }
  const { data, nextCursor } = await silences.page({ brand_id }, page);
  return okPage(data.map(shownSilence), nextCursor);
}

export async function deleteSuppression({
  parameters,
  resource: { brand_id, channel },
  query,
  principal,
}: Call<typeof declared.deleteSuppression>) {
  const before = await readSilence({ brandId: brand_id, channel, id: parameters.id });
  const after = endedByBrand(before);
  if (after === before) throw new ApiError('silent_by_customer');
  if (hasComplaint(before) && query.reason === undefined) throw new ApiError('complaint_needs_reason');
  return change(noContent(), ...silenceActions(before, after), {
    brand_id,
    activity: {
      event: 'silenceEnded',
      data: {
        suppression_id: before.id,
        ...(query.reason !== undefined && { reason: query.reason }),
        subject: principal.subject,
      },
    },
  });
}

export async function showUnsubscribe({ parameters }: Call<typeof declared.showUnsubscribe>) {
  const { brand_id, channel } = found(readUnsubscribeToken(parameters.token, await linkKey()));
  const brand = found(await brands.find({ brand_id }));
  return okText('text/html', unsubscribePage(brand.name, channel), pageHeaders);
}

export async function unsubscribe({ parameters, now, newId }: Call<typeof declared.unsubscribe>) {
  const link = found(readUnsubscribeToken(parameters.token, await linkKey()));
  const place = { brandId: link.brand_id, channel: link.channel, id: link.address_id };
  const no = { reason: 'unsubscribe', source: 'unsubscribe_link', now, newId } as const;
  return change(
    okText('text/html', unsubscribedPage(), pageHeaders),
    ...(await silenceAddress(place, no)),
    ...(await unsubscribedRecipient(link, now)),
  );
}

export async function showOptIn({ parameters, now }: Call<typeof declared.showOptIn>) {
  const { brand_id, channel } = found(readOptInToken(parameters.token, await linkKey(), now));
  const brand = found(await brands.find({ brand_id }));
  return okText('text/html', optInPage(brand.name, channel), pageHeaders);
}

export async function confirmOptIn({ parameters, now, newId }: Call<typeof declared.confirmOptIn>) {
  const link = found(readOptInToken(parameters.token, await linkKey(), now));
  const { brand_id, channel } = link;
  const contact = found(await findContact(brand_id, link.contact_id));
  const address = found(channel === 'email' ? contact.email : contact.phone);
  const place = await placeOfAddress(brand_id, channel, address);
  // The contact may have another address by now, whose owner was not asked.
  if (place.id !== link.address_id) throw new ApiError('not_found');
  const silence = await readSilence(place);
  if (hasComplaint(silence) || saidNoSince(silence, link.sent_at)) throw new ApiError('opt_in_refused');
  const yes = { proof: 'double_opt_in', contactId: contact.id, now, newId } as const;
  return change(okText('text/html', optInConfirmedPage(), pageHeaders), ...(await agree(place, yes)));
}

/** The key that signs links. @throws ApiError not_found in a deployment that sends no messages */
async function linkKey(): Promise<string> {
  const { UNSUBSCRIBE_SECRET } = unsubscribeEnvironment.parse(process.env);
  return found(await unsubscribeKey(UNSUBSCRIBE_SECRET));
}

/** What a page shows in one language. */
interface Texts {
  readonly lang: 'en' | 'es';
  readonly title: string;
  readonly line: string;
  /** Label of a button that posts to the address of the page. */
  readonly button?: string;
}

/** A small HTML page without scripts and styles, in the languages of the app. The link of a message leads to it. */
function page(texts: readonly [Texts, ...Texts[]]): string {
  const [{ lang, title }] = texts;
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head>
<body>
${texts.map(section).join('\n')}
</body>
</html>
`;
}

const section = ({ lang, title, line, button }: Texts): string =>
  `<section lang="${lang}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(line)}</p>${
    button === undefined
      ? ''
      : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`
  }</section>`;

/** Headers of a page: it loads nothing, and only its own site takes its form. */
const pageHeaders = {
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;

type Channel = 'email' | 'sms';
const inEnglish: Readonly<Record<Channel, string>> = { email: 'e-mail', sms: 'text message' };
const inSpanish: Readonly<Record<Channel, string>> = { email: 'correo electrónico', sms: 'mensaje de texto' };

const unsubscribePage = (brand: string, channel: Channel): string =>
  page([
    {
      lang: 'en',
      title: `Unsubscribe from ${brand}`,
      line: `You will get no more news from ${brand} by ${inEnglish[channel]}.`,
      button: 'Unsubscribe',
    },
    {
      lang: 'es',
      title: `Cancelar la suscripción a ${brand}`,
      line: `Ya no recibirá noticias de ${brand} por ${inSpanish[channel]}.`,
      button: 'Cancelar la suscripción',
    },
  ]);

const unsubscribedPage = (): string =>
  page([
    { lang: 'en', title: 'You are unsubscribed', line: 'You will get no more of these messages.' },
    { lang: 'es', title: 'Suscripción cancelada', line: 'Ya no recibirá estos mensajes.' },
  ]);

const optInPage = (brand: string, channel: Channel): string =>
  page([
    {
      lang: 'en',
      title: `News from ${brand}`,
      line: `Do you want news from ${brand} by ${inEnglish[channel]}?`,
      button: 'Yes, send me news',
    },
    {
      lang: 'es',
      title: `Noticias de ${brand}`,
      line: `¿Desea recibir noticias de ${brand} por ${inSpanish[channel]}?`,
      button: 'Sí, quiero recibirlas',
    },
  ]);

const optInConfirmedPage = (): string =>
  page([
    {
      lang: 'en',
      title: 'Thank you',
      line: 'Your consent is recorded. Every message has a way to unsubscribe.',
    },
    {
      lang: 'es',
      title: 'Gracias',
      line: 'Su consentimiento está registrado. Cada mensaje permite cancelar la suscripción.',
    },
  ]);
