import { escapeHtml } from './escape.ts';

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
export const pageHeaders = {
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;

type Channel = 'email' | 'sms';
const inEnglish: Readonly<Record<Channel, string>> = { email: 'e-mail', sms: 'text message' };
const inSpanish: Readonly<Record<Channel, string>> = { email: 'correo electrónico', sms: 'mensaje de texto' };

export const unsubscribePage = (brand: string, channel: Channel): string =>
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

export const unsubscribedPage = (): string =>
  page([
    { lang: 'en', title: 'You are unsubscribed', line: 'You will get no more of these messages.' },
    { lang: 'es', title: 'Suscripción cancelada', line: 'Ya no recibirá estos mensajes.' },
  ]);

export const optInPage = (brand: string, channel: Channel): string =>
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

export const optInConfirmedPage = (): string =>
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
