import { Buffer } from 'node:buffer';
import { X12Error } from '../findings/x12-error.ts';
import { isaWidths } from '../reader/isa.ts';
import {
  checkDelimiters,
  chooseDelimiters,
  marks,
  type WriterDelimiters,
  withoutUsualSeparators,
} from './writer-delimiters.ts';

/**
 * Input of a writer: a typed value without the fields that only a reader fills in. Positions, running numbers, empty lists
 * and undefined fields may be left out.
 */
export type WriterInput<T> = T extends string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly WriterInput<Item>[]
    : { readonly [K in Exclude<keyof T, Omittable<T>>]: WriterInput<T[K]> } & {
        readonly [K in Omittable<T>]?: WriterInput<T[K]> | undefined;
      };

type Omittable<T> = {
  [K in keyof T]: undefined extends T[K]
    ? K
    : T[K] extends readonly unknown[]
      ? K
      : K extends 'position' | 'tracePosition' | 'number'
        ? K
        : never;
}[keyof T];

/** An element to be written: text, nothing, the components of a composite, or repetitions of either. */
export type ElementValue = string | undefined | readonly (string | undefined)[] | Repetitions;

export class Repetitions {
  readonly values: readonly (string | readonly (string | undefined)[])[];

  constructor(values: readonly (string | readonly (string | undefined)[])[]) {
    this.values = values;
  }
}

export interface InterchangeEnvelope {
  readonly senderQualifier: string;
  readonly sender: string;
  readonly receiverQualifier: string;
  readonly receiver: string;
  /** Time of writing. The writer uses UTC fields; shift the moment for another zone. */
  readonly moment: Date;
  readonly controlNumber: number;
  readonly usage: string;
  readonly acknowledgmentRequested?: boolean;
}

export interface GroupEnvelope {
  readonly functionalId: string;
  readonly sender: string;
  readonly receiver: string;
  readonly moment: Date;
  readonly controlNumber: number;
  readonly version: string;
}

export interface WriterOptions {
  /** Default: delimiters that do not occur in the data, which keeps all output until the end. */
  readonly delimiters?: WriterDelimiters;
  /** Replaces the usual separators in texts for people, so that only ids can make the writer choose others. */
  readonly replacesSeparators?: boolean;
  /** Text after each terminator, such as a line end. */
  readonly lineEnd?: string;
}

const elementMark = String.fromCharCode(marks.element);
const componentMark = String.fromCharCode(marks.component);
const repetitionMark = String.fromCharCode(marks.repetition);
const terminatorMark = String.fromCharCode(marks.terminator);

const elementMarks = Array.from({ length: 100 }, (_, count) => elementMark.repeat(count));
const componentMarks = Array.from({ length: 100 }, (_, count) => componentMark.repeat(count));

/** Placeholders for the separators before an element or component, with those of the empty ones that it follows. */
export const separators = {
  elements: (count: number): string => elementMarks[count] ?? elementMark.repeat(count),
  components: (count: number): string => componentMarks[count] ?? componentMark.repeat(count),
};

/**
 * Writes segments and envelopes: fixed-width ISA, counts and control numbers of trailers, no empty elements at the end of
 * a segment.
 *
 * @throws X12Error `not_writable` for a value that is too long for the ISA, or contains a control character or a given
 * delimiter
 */
export class X12Writer {
  private readonly options: WriterOptions;
  private text = '';
  private segments = 0;
  private sets = 0;
  private groups = 0;
  private interchangeNumber = '';
  private groupNumber = '';
  private setNumber = '';

  constructor(options: WriterOptions = {}) {
    this.options = options;
  }

  interchange(envelope: InterchangeEnvelope): void {
    this.interchangeNumber = controlText(envelope.controlNumber, 9);
    this.groups = 0;
    const { senderQualifier, sender, receiverQualifier, receiver, moment, usage } = envelope;
    const values = [
      ...['00', '', '00', '', senderQualifier, sender, receiverQualifier, receiver],
      ...[compactDate(moment).slice(2), compactTime(moment), repetitionMark, '00501', this.interchangeNumber],
      ...[envelope.acknowledgmentRequested ? '1' : '0', usage, componentMark],
    ];
    const padded = values.map((value, i) => fixedWidth(value, isaWidths[i] ?? 0, i + 1));
    this.text += `ISA${elementMark}${padded.join(elementMark)}${terminatorMark}`;
  }

  group(envelope: GroupEnvelope): void {
    this.groupNumber = String(envelope.controlNumber);
    this.sets = 0;
    this.groups++;
    const { functionalId, sender, receiver, moment, version } = envelope;
    const time = [compactDate(moment), compactTime(moment)];
    this.segment('GS', functionalId, sender, receiver, ...time, this.groupNumber, 'X', version);
  }

  /** Starts a set. `number` counts the sets of the group from 1; ST02 has at least four digits. */
  set(id: string, number: number, implementation?: string): void {
    this.setNumber = controlText(number, 4);
    this.sets++;
    this.segments = 0;
    this.segment('ST', id, this.setNumber, implementation);
  }

  segment(id: string, ...elements: readonly ElementValue[]): void {
    let line = id;
    let empty = '';
    for (const element of elements) {
      empty += elementMark;
      const text = elementText(element);
      if (text === '') continue;
      line += empty + text;
      empty = '';
    }
    this.text += line + terminatorMark;
    this.segments++;
  }

  /** Writes a segment whose text has {@link separators} and values from {@link checkedText}. */
  segmentOfText(text: string): void {
    this.text += text + terminatorMark;
    this.segments++;
  }

  /** Number of segments in the open set, including ST. */
  get segmentCount(): number {
    return this.segments;
  }

  /** @param elsewhere segments of the set that this writer did not write */
  endSet(elsewhere = 0): void {
    this.segment('SE', String(this.segments + elsewhere + 1), this.setNumber);
  }

  endGroup(): void {
    this.segment('GE', String(this.sets), this.groupNumber);
  }

  endInterchange(): void {
    this.segment('IEA', String(this.groups), this.interchangeNumber);
  }

  /** Returns the bytes since the last call. Without given delimiters, call it once at the end. */
  bytes(): Buffer {
    const { delimiters, replacesSeparators = false, lineEnd = '' } = this.options;
    const marked = this.takeMarkedText();
    const text = replacesSeparators ? withoutUsualSeparators(marked) : marked;
    if (delimiters !== undefined) checkDelimiters(delimiters, text);
    return replaceMarks(text, delimiters ?? chooseDelimiters(text), lineEnd);
  }

  /**
   * Returns the text since the last call, with placeholders for the delimiters. The caller keeps the text until the end and
   * converts it with `replaceMarks`.
   */
  takeMarkedText(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

function elementText(element: ElementValue): string {
  if (element === undefined) return '';
  if (typeof element === 'string') return checkedText(element);
  if (element instanceof Repetitions) {
    return element.values.map((value) => elementText(value)).join(repetitionMark);
  }
  let text = '';
  let empty = '';
  for (const [i, component] of element.entries()) {
    if (i > 0) empty += componentMark;
    if (component === undefined || component === '') continue;
    text += empty + checkedText(component);
    empty = '';
  }
  return text;
}

const notWritable = (message: string) => new X12Error('not_writable', message);

/** Refuses control characters, because they are not allowed in data and some are placeholders. */
export function checkedText(value: string): string {
  for (let i = 0; i < value.length; i++) {
    if (value.charCodeAt(i) < 0x20) {
      throw notWritable('Value contains a control character; remove it');
    }
  }
  return value;
}

function fixedWidth(value: string, width: number, element: number): string {
  if (value.length > width) {
    throw notWritable(`ISA${controlText(element, 2)} takes at most ${width} characters; shorten it`);
  }
  return value.padEnd(width);
}

function controlText(number: number, width: number): string {
  if (!Number.isSafeInteger(number) || number < 0 || String(number).length > 9) {
    throw notWritable('Control number must be a whole number of at most nine digits; correct it');
  }
  return String(number).padStart(width, '0');
}

/** Formats the UTC date of a moment as CCYYMMDD. */
export function compactDate(moment: Date): string {
  return moment.toISOString().slice(0, 10).replaceAll('-', '');
}

/** Formats the UTC time of a moment as HHMM. */
export function compactTime(moment: Date): string {
  return moment.toISOString().slice(11, 16).replace(':', '');
}

/**
 * Writes integer cents as an X12 decimal, without trailing zeros or exponent.
 *
 * @throws X12Error `not_writable` for anything but safe integers
 */
export function amountText(cents: number): string {
  if (!Number.isSafeInteger(cents)) {
    throw notWritable('Amount must be a whole number of cents in the range of X12; correct it');
  }
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  if (rest === 0) return `${sign}${whole}`;
  const places = rest % 10 === 0 ? String(rest / 10) : String(rest).padStart(2, '0');
  return `${sign}${whole}.${places}`;
}

/** Converts text with placeholders, or a piece of it, to bytes. */
export function replaceMarks(text: string, delimiters: WriterDelimiters, lineEnd: string): Buffer {
  const marked = lineEnd === '' ? text : text.replaceAll(terminatorMark, terminatorMark + lineEnd);
  const bytes = Buffer.from(marked, 'utf8');
  const table = new Uint8Array(32).map((_, byte) => byte);
  table[marks.element] = delimiters.element.charCodeAt(0);
  table[marks.component] = delimiters.component.charCodeAt(0);
  table[marks.repetition] = delimiters.repetition.charCodeAt(0);
  table[marks.terminator] = delimiters.terminator.charCodeAt(0);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x20) bytes[i] = table[byte] ?? byte;
  }
  return bytes;
}
