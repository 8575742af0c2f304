/** Maximum count of remembered numbers out of sequence, to bound memory. */
const maxRemembered = 100_000;
/** Longer texts are not control numbers. */
const maxLength = 64;

/**
 * Remembers the control numbers of an envelope. Consecutive numbers take no memory. Of the others, the first hundred
 * thousand are remembered.
 */
export class ControlNumberLog {
  private first = -1;
  private last = -1;
  private readonly others = new Set<string>();

  /** Adds the number; true when it was added before. */
  isRepeated(text: string): boolean {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number >= 0) {
      if (this.first < 0) this.first = this.last = number;
      else if (number >= this.first && number <= this.last) return true;
      else if (number === this.last + 1) this.last = number;
      else return this.isAmongOthers(String(number));
      return this.others.has(String(number));
    }
    return this.isAmongOthers(text);
  }

  private isAmongOthers(text: string): boolean {
    if (this.others.has(text)) return true;
    if (this.others.size < maxRemembered && text.length <= maxLength) this.others.add(text);
    return false;
  }
}
