import { wallClock } from '#calendar/time-zone.ts';
import { sendersEnvironment } from '#contract/environment.ts';
import { ApiError } from '#contract/errors.ts';

/** Channels for which the deployment has a sender. */
export interface Senders {
  readonly email: boolean;
  readonly sms: boolean;
}

/** The senders of the deployment, from the variables of the function. */
export function sendersOf(environment: NodeJS.ProcessEnv): Senders {
  const { SENDER_EMAIL, SMS_ORIGINATION } = sendersEnvironment.parse(environment);
  return { email: SENDER_EMAIL !== undefined, sms: SMS_ORIGINATION !== undefined };
}

/**
 * Refuses an operation whose e-mail could not be sent.
 *
 * @throws ApiError sender_not_configured
 */
export function requireEmailSender({ email }: Senders): void {
  if (!email) throw new ApiError('sender_not_configured');
}

/** A daily range of local time in which no text message is sent, such as 21:00 to 08:00. */
export interface QuietHours {
  readonly start: string;
  readonly end: string;
}

const minutesOfDay = 24 * 60;

/**
 * The time from which a message may be sent: now outside of quiet hours, else their end. Both are times of day in the time
 * zone, also on days with a change of daylight saving time.
 */
export function sendableFrom(now: Date, { start, end }: QuietHours, timeZone: string): Date {
  const [from, to] = [minutesOf(start), minutesOf(end)];
  if (from === to) return now;
  const isQuiet = (minute: number) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet(localMinute(now, timeZone))) return now;
  // Whole minutes are walked, because an hour may be missing or repeated in the night of a change.
  const minute = 60_000;
  let time = Math.floor(now.getTime() / minute) * minute;
  const step = (minutes: number) => {
    while (isQuiet(localMinute(new Date(time + minutes * minute), timeZone))) time += minutes * minute;
  };
  step(30);
  step(1);
  return new Date(time + minute);
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) % minutesOfDay;
};

function localMinute(time: Date, timeZone: string): number {
  const clock = wallClock(time, timeZone);
  return clock.getUTCHours() * 60 + clock.getUTCMinutes();
}

/** Characters of the GSM 7-bit default alphabet (3GPP TS 23.038 section 6.2.1), one septet each. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters of its extension table, two septets each. */
const extended = new Set('\f^{}\\[~]|€');

export interface SmsSize {
  readonly encoding: 'gsm7' | 'ucs2';
  readonly segments: number;
}

/** Parts in which a text message is sent and billed. */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character));
  if (isGsm) {
    const septets = characters.map((character) => (extended.has(character) ? 2 : 1));
    return { encoding: 'gsm7', segments: segmentsOf(septets, 160, 153) };
  }
  // A character beyond the basic plane has two units, which one segment keeps together.
  const units = characters.map((character) => character.length);
  return { encoding: 'ucs2', segments: segmentsOf(units, 70, 67) };
}

function segmentsOf(lengths: readonly number[], alone: number, concatenated: number): number {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= alone) return 1;
  let segments = 1;
  let used = 0;
  for (const length of lengths) {
    if (used + length > concatenated) {
      segments++;
      used = 0;
    }
    used += length;
  }
  return segments;
}

/** AWS End User Messaging SMS accepts this many characters (SendTextMessage, MessageBody). */
export const maxSmsLength = 1600;

const optOutNotice = 'Reply STOP to opt out';

const ends = '(?:opt[ -]?out|unsubscribe|stop|end|quit|cancel)\\b';
const keyword = '["“«‘\']?\\s?(?:STOP|ALTO|BASTA|ARR[EÊ]T)\\s?["”»’\']?';

/** An author's own words for the notice: `Text STOP to unsubscribe`, `STOP to end` after a full stop, or `Reply STOP` at the end. */
const namesOptOut = new RegExp(
  [
    `\\b(?:reply|text|txt|send|answer)(?: with)? ${keyword} (?:to|2) ${ends}`,
    `(?:^|[.!?;:|(\\n])\\s{0,3}${keyword} ?(?:to|2|=) ?${ends}`,
    `\\b(?:reply|text|txt)(?: with)? ${keyword}[.!)]?\\s*$`,
    `\\b(?:responda|responde|env[ií]e|envoyez|r[eé]pondez)(?: con| par)? ${keyword} (?:para|pour)\\b`,
  ].join('|'),
  'i',
);

/** A marketing message with the notice that carriers require (CTIA Messaging Principles, "Opt-Out"), unless the author wrote one. */
export const withOptOut = (text: string): string =>
  namesOptOut.test(text.normalize('NFC')) ? text : `${text.trimEnd()}\n${optOutNotice}`;

/**
 * Confirms a request to stop in the languages of the app, in one segment. It has no marketing, and the phone that gets it has
 * stopped, so it is sent all the same.
 */
export const stopConfirmation = {
  kind: 'stop_confirmation',
  text: 'You are unsubscribed and get no more messages. Reply START to resume.\nYa no recibe mensajes. Responda START para reanudar.',
} as const;
