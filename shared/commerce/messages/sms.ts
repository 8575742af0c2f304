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
