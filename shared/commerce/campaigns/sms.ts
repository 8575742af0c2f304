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

/** A marketing message with the notice that carriers require, unless it names STOP itself. */
export const withOptOut = (text: string): string =>
  /\bSTOP\b/.test(text) ? text : `${text.trimEnd()}\n${optOutNotice}`;

export type SmsKeyword = 'stop' | 'start' | 'help';

const keywords: Readonly<Record<string, SmsKeyword>> = {
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  CANCEL: 'stop',
  END: 'stop',
  QUIT: 'stop',
  OPTOUT: 'stop',
  REVOKE: 'stop',
  START: 'start',
  UNSTOP: 'start',
  YES: 'start',
  HELP: 'help',
  INFO: 'help',
};

/** The keyword that a reply consists of; undefined for any other reply. */
export const keywordOf = (reply: string): SmsKeyword | undefined =>
  keywords[
    reply
      .normalize('NFKC')
      .trim()
      .toUpperCase()
      .replaceAll(/[^A-Z]/g, '')
  ];
