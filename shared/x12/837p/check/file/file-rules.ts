import { wallClock } from '../../../../calendar/time-zone.ts';
import type { FileContext, GroupHeader, InterchangeHeader } from '../../../engine/consumer.ts';
import { isCalendarDay } from '../../../values/number-and-date.ts';
import type { PayerProfile } from '../../profile/payer-profile.ts';
import type { CheckRun } from '../check-run.ts';

/** State rules about envelopes and file names: R200 to R202 outside of the sets, R209, R210. */

interface Detail {
  readonly element?: number;
  readonly value?: string | undefined;
  readonly details?: Readonly<Record<string, string | number>>;
}

type EnvelopeSegment = 'ISA' | 'GS' | undefined;

export class FileRules {
  private readonly run: CheckRun;
  private readonly profile: PayerProfile;
  private readonly context: FileContext;
  private interchanges = 0;

  constructor(run: CheckRun, profile: PayerProfile, context: FileContext) {
    this.run = run;
    this.profile = profile;
    this.context = context;
  }

  /** Before the first byte. */
  begin(): void {
    const { fileName, history } = this.run;
    if (fileName === undefined) return;
    if (!isNameOfForm(fileName, this.profile, this.run.now)) {
      this.report('R209', undefined, 0, { details: { name_length: fileName.length } });
    }
    if (history.hasFile?.(fileName))
      this.report('R210', undefined, 0, { details: { reason: 'used before' } });
  }

  interchange(header: InterchangeHeader): void {
    const { receiver, tradingPartnerId, environment } = this.profile;
    const { offset, sender, usage } = header;
    this.interchanges++;
    if (header.senderQualifier !== receiver.qualifier) {
      this.report('R200', 'ISA', offset, { element: 5, value: header.senderQualifier });
    }
    if (header.receiverQualifier !== receiver.qualifier) {
      this.report('R200', 'ISA', offset, { element: 7, value: header.receiverQualifier });
    }
    if (header.receiver.trim() !== receiver.id) {
      this.report('R200', 'ISA', offset, { element: 8, value: header.receiver });
    }
    if (tradingPartnerId !== undefined && sender.trim() !== tradingPartnerId) {
      this.report('R201', 'ISA', offset, { element: 6, value: sender });
    }
    if (environment !== undefined && usage !== (environment === 'production' ? 'P' : 'T')) {
      this.report('R201', 'ISA', offset, { element: 15, value: usage });
    }
    this.checkName(header);
  }

  group(header: GroupHeader, interchange: InterchangeHeader): void {
    const { offset } = header;
    const { receiver, tradingPartnerId } = this.profile;
    if (header.receiver !== receiver.id)
      this.report('R200', 'GS', offset, { element: 3, value: header.receiver });
    if (header.sender !== (tradingPartnerId ?? interchange.sender.trim())) {
      this.report('R201', 'GS', offset, { element: 2, value: header.sender });
    }
    if (header.functionalId !== 'HC') {
      this.report('R202', 'GS', offset, { element: 1, value: header.functionalId });
    } else if (header.version !== version) {
      this.report('R202', 'GS', offset, { element: 8, value: header.version });
    }
    const { fileName } = this.run;
    if (fileName !== undefined && !header.version.startsWith(version.slice(0, 10))) {
      this.report('R210', 'GS', offset, { element: 8, value: header.version });
    }
  }

  private checkName({ offset, sender }: InterchangeHeader): void {
    const { fileName } = this.run;
    if (this.interchanges === 2)
      this.report('R210', 'ISA', offset, { details: { reason: 'second interchange' } });
    const id = fileName && nameForm(this.profile).exec(fileName)?.groups?.['id'];
    if (id !== undefined && id !== '' && id !== sender.trim()) {
      this.report('R210', 'ISA', offset, { element: 6, value: sender });
    }
  }

  private report(id: string, segment: EnvelopeSegment, offset: number, detail: Detail): void {
    const rule = this.run.ruleFor(id);
    if (rule === undefined || rule === 'replaced') return;
    const { snip, severity, message } = rule;
    this.context.report({ id, at: { index: 0, offset }, segment, snip, severity, message, ...detail });
  }
}

const version = '005010X222A1';

/** Whether a name follows the standard and its time is valid and not too far in the future. */
function isNameOfForm(name: string, profile: PayerProfile, now: Date): boolean {
  const digits = nameForm(profile).exec(name)?.groups?.['time'];
  if (digits === undefined || !isRealTime(digits)) return false;
  const latest = new Date(now.getTime() + profile.fileName.minutesAhead * 60_000);
  return digits <= wallClock(latest, profile.timeZone).toISOString().replace(/\D/g, '');
}

function nameForm({ fileName }: PayerProfile): RegExp {
  const { prefix, transactionType, part, extension } = fileName;
  const [start, type, middle, end] = [prefix, transactionType, part, extension].map(escaped);
  return new RegExp(`^${start}(?<id>\\d+)-${type}-(?<time>\\d{17})-${middle}\\.${end}$`, 'i');
}

/** CCYYMMDDHHMMSS and milliseconds. */
function isRealTime(digits: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [
    digits.substring(0, 4),
    digits.substring(4, 6),
    digits.substring(6, 8),
    digits.substring(8, 10),
    digits.substring(10, 12),
    digits.substring(12, 14),
  ].map(Number);
  return isCalendarDay(year, month, day) && hour < 24 && minute < 60 && second < 60;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
